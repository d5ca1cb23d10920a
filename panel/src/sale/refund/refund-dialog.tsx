// Sends money of a paid sale back to its buyer: all that is left, or a part.
import { Alert, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'
import { type SaleWithLife, useRefund } from '../../api/money/sales.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import type { PayerKey } from '../../ui/forms/payer-key-fields.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { saleWords } from '../words.ts'
import { useRefundRefusalText } from './use-refund-refusal-text.ts'

/** Of sales by boleto only. */
const PayerKeyFields = lazy(() =>
  import('../../ui/forms/payer-key-fields.tsx').then(({ PayerKeyFields: fields }) => ({ default: fields })),
)

/** A boleto, and a TED. */
const HAVE_NO_WAY_BACK: ReadonlySet<string> = new Set(['BOLETO', 'TRANSFER'])

/** Of sales by card only. */
const CardRefundNote = lazy(() =>
  import('../card/refund-note.tsx').then(({ CardRefundNote: note }) => ({ default: note })),
)

export function RefundDialog({ sale, onClose }: { sale: SaleWithLife; onClose: () => void }) {
  const t = useWords(saleWords)
  const { amount: left, wholeOnly = false } = sale.refundable
  const [amount, setAmount] = useState<number | null>(left)
  const [reason, setReason] = useState('')
  const refund = useRefund(sale.uuid)
  const refusal = useRefundRefusalText(refund.error)
  // What came by a Pix goes back as it came.
  const needsKey = HAVE_NO_WAY_BACK.has(sale.paymentMethod) && sale.endToEndId === null
  const [key, setKey] = useState<PayerKey | null>(null)
  const isCard = /^(CREDIT|DEBIT)_CARD$/.test(sale.paymentMethod)
  const isTooMuch = amount !== null && amount > left
  const send = () =>
    refund.mutate(
      {
        amount: amount ?? left,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
        ...(needsKey && key !== null && { refundTo: key }),
      },
      {
        onSuccess: () => {
          notifications.show({ message: t('refund.asked') })
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      title={t('refund.title')}
      verb={t('refund.verb')}
      dangerous
      disabled={amount === null || isTooMuch || (needsKey && key === null)}
      pending={refund.isPending}
      sending={refund}
      error={refusal === null ? refund.error : null}
      onConfirm={send}
      onClose={onClose}
    >
      {isCard ? (
        <Suspense>
          <CardRefundNote sale={sale} />
        </Suspense>
      ) : (
        <Text>{t('refund.text')}</Text>
      )}
      <MoneyInput
        label={t('refund.amount')}
        description={
          wholeOnly ? (
            t('refund.wholeOnly')
          ) : (
            <>
              {t('refund.most')} <Money centavos={left} />
            </>
          )
        }
        readOnly={wholeOnly}
        value={amount}
        onChange={setAmount}
        // The default is the whole amount; typing replaces it.
        onFocus={event => event.currentTarget.select()}
        error={isTooMuch && t('refund.tooMuch')}
        data-autofocus
      />
      {needsKey && (
        <Suspense>
          <PayerKeyFields onChange={setKey} />
        </Suspense>
      )}
      <TextInput
        label={t('refund.reason')}
        description={t('refund.reasonHelp')}
        maxLength={500}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      {refusal !== null && (
        <Alert color="red" variant="default" role="alert">
          {refusal}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
