// Takes a key off the list.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Beneficiary, useRemoveBeneficiary } from '../../api/account/payout-rules.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { PixKey } from '../../ui/values/pix-key.tsx'
import { useWords } from '../../words/words.ts'
import { beneficiaryWords } from './beneficiary-words.ts'

export function RemoveBeneficiary({ one, onClose }: { one: Beneficiary; onClose: () => void }) {
  const t = useWords(beneficiaryWords)
  const { mutate, isPending, error } = useRemoveBeneficiary()
  const onSuccess = () => {
    notifications.show({ message: t('removed') })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('removeTitle', { name: one.name })}
      verb={t('remove')}
      dangerous
      pending={isPending}
      error={error}
      onConfirm={() => mutate(one.id, { onSuccess })}
      onClose={onClose}
    >
      <Text fw={600}>
        <PixKey type={one.pixKeyType} pixKey={one.pixKey} />
      </Text>
      <Text>{t('removeText')}</Text>
    </ConfirmDialog>
  )
}
