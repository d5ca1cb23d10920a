// Cancels a sale: its code is removed, so that it cannot be paid any more.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Sale, useCancelSale } from '../api/money/sales.ts'
import { Problem } from '../api/problem.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { saleWords } from './words.ts'

export function CancelDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const t = useWords(saleWords)
  const { mutate, isPending, isSlow, error } = useCancelSale(sale.uuid)
  const known = wordFor(error)
  const done = () => {
    notifications.show({ message: t('cancel.done') })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('cancel.title')}
      verb={t('cancel.verb')}
      wayOut={t('cancel.keep')}
      dangerous
      disabled={known === 'tooLate'}
      pending={isPending}
      sending={{ isSlow, repeat: null }}
      error={known === null ? error : null}
      onConfirm={() => mutate(undefined, { onSuccess: done })}
      onClose={onClose}
    >
      <Text>
        <Money centavos={sale.amount} fw={600} /> · {sale.customer.name}
      </Text>
      <Text>{t('cancel.text')}</Text>
      {known !== null && (
        <Text c="error" role="alert">
          {t(`cancel.${known}`)}
        </Text>
      )}
    </ConfirmDialog>
  )
}

/** The details behind a general refusal. */
function wordFor(error: unknown): 'tooLate' | 'noAnswer' | null {
  if (!(error instanceof Problem)) return null
  if (error.status === 409) return 'tooLate'
  return error.code === 'PSP_UNAVAILABLE' ? 'noAnswer' : null
}
