// The address of the account's own server that approves cashouts, and the secret that signs the request.
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type PayoutRules, useRotateSecret } from '../api/account/payout-rules.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { MoneyField } from '../ui/forms/money-field.tsx'
import { Section } from '../ui/layout/section.tsx'
import { useWords } from '../words/words.ts'
import type { RulesFormState } from './use-rules-draft.ts'
import { ruleWords } from './words.ts'

export interface CheckFieldsProps {
  form: RulesFormState
  /** Replaces the secret, for members with that right. */
  rotation?: ReactNode
}

const MAX_ADDRESS = 2048

export function CheckFields({ form, rotation }: CheckFieldsProps) {
  const t = useWords(ruleWords)
  const { value, ...address } = form.getInputProps('approvalUrl')
  return (
    <Section title={t('check.title')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('check.text')}
        </Text>
        <TextInput
          label={t('check.url')}
          description={t('check.urlHelp')}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={MAX_ADDRESS}
          key={form.key('approvalUrl')}
          {...address}
          value={value ?? ''}
        />
        <MoneyField form={form} field="checkAboveCents" label={t('check.above')} canBeZero />
        {rotation}
      </Stack>
    </Section>
  )
}

export function RotateSecret({ onChanged }: { onChanged: (after: PayoutRules) => void }) {
  const t = useWords(ruleWords)
  const [isAsking, asking] = useDisclosure(false)
  const { mutate, isPending, error } = useRotateSecret()
  const rotate = () =>
    mutate(undefined, {
      onSuccess: after => {
        asking.close()
        onChanged(after)
      },
    })
  return (
    <>
      <Button variant="default" leftSection={<IconKey size={18} />} onClick={asking.open}>
        {t('check.rotate')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('check.rotateTitle')}
        verb={t('check.rotate')}
        dangerous
        pending={isPending}
        error={error}
        onConfirm={rotate}
        onClose={asking.close}
      >
        <Text>{t('check.rotateText')}</Text>
      </ConfirmDialog>
    </>
  )
}
