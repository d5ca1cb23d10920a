// Skips a cycle that is only planned, or asks the bank not to debit one that was ordered.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Debit, useCancelDebit } from '../../api/money/debits.ts'
import { Problem } from '../../api/problem.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'
import type { OfDebit } from './debit-actions.tsx'

export function CancelDebitDialog({ recurrence, debit, onClose }: OfDebit & { onClose: () => void }) {
  const t = useWords(actionWords)
  const { mutate, isPending, error } = useCancelDebit(recurrence.uuid, debit.txid)
  const isPlanned = debit.status === 'PLANEJADA'
  const isTooLate = error instanceof Problem && error.code === 'CONFLICT'
  const done = ({ status }: Debit) => {
    notifications.show({ message: t(status === 'CANCELADA' ? 'cancelDebit.done' : 'cancelDebit.asked') })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t(isPlanned ? 'cancelDebit.skipTitle' : 'cancelDebit.title', { cycle: debit.ciclo })}
      verb={t(isPlanned ? 'cancelDebit.skip' : 'cancelDebit.action')}
      wayOut={t('cancelDebit.keep')}
      dangerous
      disabled={isTooLate}
      pending={isPending}
      error={isTooLate ? null : error}
      onConfirm={() => mutate(undefined, { onSuccess: done })}
      onClose={onClose}
    >
      <Text>{t(isPlanned ? 'cancelDebit.skipText' : 'cancelDebit.text')}</Text>
      {isTooLate && (
        <Text c="error" role="alert">
          {t('cancelDebit.tooLate')}
        </Text>
      )}
    </ConfirmDialog>
  )
}
