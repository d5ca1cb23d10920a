// Cancels a sale. What that means, and whether money may still come, depends on how it is paid.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Sale, useCancelSale } from '../api/money/sales.ts'
import { Problem } from '../api/problem.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { cancelWords } from './cancel-words.ts'
import { saleWords } from './words.ts'

/** What is switched off at the provider, if anything. */
const MEANINGS = {
  PIX: 'CODE',
  PIX_AUTOMATICO: 'CHARGE',
  BOLETO: 'BOLETO',
  TRANSFER: 'TRANSFER',
  CREDIT_CARD: 'CHARGE',
  DEBIT_CARD: 'CHARGE',
} as const satisfies Record<Sale['paymentMethod'], string>

export function CancelDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const t = useWords(cancelWords)
  const sales = useWords(saleWords)
  const meaning = MEANINGS[sale.paymentMethod]
  const { mutate, isPending, isSlow, error } = useCancelSale(sale.uuid)
  const known = wordFor(error)
  const done = () => {
    notifications.show({ message: t(`done.${meaning}`) })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('title')}
      verb={sales('cancel')}
      wayOut={t('keep')}
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
      <Text>
        {t(`means.${meaning}`)} {t('forGood')}
      </Text>
      {known !== null && (
        <Text c="error" role="alert">
          {t(known)}
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
