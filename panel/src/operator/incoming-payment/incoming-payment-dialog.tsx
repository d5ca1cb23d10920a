// Decides about money that no sale accepted.
import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import {
  creditIncomingPayment,
  type IncomingPayment,
  returnIncomingPayment,
} from '../../api/operator/incoming-payment/list.ts'
import { type PayerKey, PayerKeyFields } from '../../ui/forms/payer-key-fields.tsx'
import { Code, Facts } from '../../ui/layout/section.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { isSuspense, SaleLink } from '../shared/parts.tsx'
import { receiptOperatorWords } from './words.ts'

interface IncomingPaymentDialogProps {
  receipt: IncomingPayment
  verb: 'return' | 'credit'
  onClose: () => void
}

export function ReceiptDialog({ receipt: incomingPayment, verb, onClose }: IncomingPaymentDialogProps) {
  const t = useWords(receiptOperatorWords)
  const [to, setTo] = useState<number | null>(null)
  const [key, setKey] = useState<PayerKey | null>(null)
  const label = labelOf(verb, incomingPayment)
  const needsKey = verb === 'return' && incomingPayment.needsRefundTo
  const needsAccount = verb === 'credit' && isSuspense(incomingPayment.accountId)
  return (
    <DecisionDialog
      title={t(label)}
      verb={t(label)}
      ready={(!needsAccount || to !== null) && (!needsKey || key !== null)}
      action={({ reason }) =>
        verb === 'return'
          ? returnIncomingPayment(incomingPayment, reason, needsKey ? key : null)
          : creditIncomingPayment(incomingPayment, needsAccount ? to : null, reason)
      }
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t('columns.payer'), value: incomingPayment.payer.name || '–' },
          { name: t('columns.amount'), value: <Money centavos={incomingPayment.amount} /> },
          incomingPayment.payer.document === '' ? null : { name: t('document'), value: incomingPayment.payer.document },
          { name: wayOf(incomingPayment) ?? t('card'), value: <Code>{incomingPayment.endToEndId}</Code> },
          incomingPayment.txid === null ? null : { name: 'txid', value: <Code>{incomingPayment.txid}</Code> },
          incomingPayment.saleUuid === null
            ? null
            : { name: t('sale'), value: <SaleLink uuid={incomingPayment.saleUuid} /> },
        ]}
      />
      <Text>{t(`${label}Ask`)}</Text>
      {needsKey && <PayerKeyFields onChange={setKey} />}
      {needsAccount && (
        <NumberInput
          label={t('to')}
          required
          hideControls
          allowDecimal={false}
          min={1}
          value={to ?? ''}
          onChange={id => setTo(id === '' ? null : Number(id))}
        />
      )}
    </DecisionDialog>
  )
}

/** What the bank has taken back by itself is only recorded. */
export const labelOf = (verb: 'return' | 'credit', { takenBack }: IncomingPayment) =>
  verb === 'return' && takenBack === 'refunded' ? 'record' : verb

/** Of what has no end-to-end id the id is this system's own. null: a card. */
function wayOf({ needsRefundTo, takenBack, endToEndId }: IncomingPayment): string | null {
  if (needsRefundTo || (takenBack !== null && endToEndId.startsWith('C')))
    return endToEndId.startsWith('T') ? 'TED' : 'Boleto'
  return endToEndId.startsWith('C') ? null : 'Pix'
}
