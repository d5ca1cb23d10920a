// Skips a cycle that is only planned, asks the bank not to debit one that was ordered, or gives up one whose try has failed.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Problem } from '../../api/problem.ts'
import { type Debit, useCancelDebit } from '../../api/recurrence/debits.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'
import type { OfDebit } from './debit-actions.tsx'
import { wayToCancel } from './way-to-cancel.ts'

export function CancelDebitDialog({ recurrence, debit, onClose }: OfDebit & { onClose: () => void }) {
  const t = useWords(actionWords)
  const { mutate, isPending, error } = useCancelDebit(recurrence.uuid, debit.txid)
  const way = wayToCancel(debit)
  const isTooLate = error instanceof Problem && error.code === 'CONFLICT'
  const done = ({ status }: Debit) => {
    notifications.show({ message: t(hasEnded(status) ? `cancelDebit.${way}.done` : 'cancelDebit.asked') })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t(`cancelDebit.${way}.title`, { cycle: debit.ciclo })}
      verb={t(`cancelDebit.${way}.action`)}
      wayOut={t('cancelDebit.keep')}
      dangerous
      disabled={isTooLate}
      pending={isPending}
      error={isTooLate ? null : error}
      onConfirm={() => mutate(undefined, { onSuccess: done })}
      onClose={onClose}
    >
      <Text>{t(`cancelDebit.${way}.text`)}</Text>
      {isTooLate && (
        <Text c="error" role="alert">
          {t('cancelDebit.tooLate')}
        </Text>
      )}
    </ConfirmDialog>
  )
}

const hasEnded = (status: Debit['status']) => status === 'CANCELADA' || status === 'EXPIRADA'
