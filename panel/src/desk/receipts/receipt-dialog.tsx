// Decides about money that no sale accepted.
import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { creditReceipt, type Receipt, returnReceipt } from '../../api/desk/receipts.ts'
import { Money } from '../../ui/money.tsx'
import { Code, Facts } from '../../ui/section.tsx'
import { useWords } from '../../words/words.ts'
import { DecisionDialog } from '../decision-dialog.tsx'
import { HOUSE } from '../parts.tsx'
import { receiptDeskWords } from './words.ts'

interface ReceiptDialogProps {
  receipt: Receipt
  verb: 'return' | 'credit'
  onClose: () => void
}

export function ReceiptDialog({ receipt, verb, onClose }: ReceiptDialogProps) {
  const t = useWords(receiptDeskWords)
  const [to, setTo] = useState<number | null>(null)
  const needsAccount = verb === 'credit' && receipt.accountId === HOUSE
  return (
    <DecisionDialog
      title={t(verb)}
      verb={t(verb)}
      ready={!needsAccount || to !== null}
      deed={({ reason }) =>
        verb === 'return' ? returnReceipt(receipt, reason) : creditReceipt(receipt, needsAccount ? to : null, reason)
      }
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t('columns.payer'), value: receipt.payer.name || '–' },
          { name: t('columns.amount'), value: <Money centavos={receipt.amount} /> },
          receipt.payer.document === '' ? null : { name: t('document'), value: receipt.payer.document },
          { name: 'Pix', value: <Code>{receipt.endToEndId}</Code> },
          receipt.txid === null ? null : { name: 'txid', value: <Code>{receipt.txid}</Code> },
          receipt.saleUuid === null ? null : { name: t('sale'), value: <Code>{receipt.saleUuid}</Code> },
        ]}
      />
      <Text>{t(`${verb}Ask`)}</Text>
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
