// Sends money of a paid sale back to its buyer: all that is left, or a part.
import { Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type SaleWithLife, useRefund } from '../../api/money/sales.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { saleWords } from '../words.ts'

export function RefundDialog({ sale, onClose }: { sale: SaleWithLife; onClose: () => void }) {
  const t = useWords(saleWords)
  const left = sale.refundable.amount
  const [amount, setAmount] = useState<number | null>(left)
  const [reason, setReason] = useState('')
  const refund = useRefund(sale.uuid)
  const isTooMuch = amount !== null && amount > left
  const send = () =>
    refund.mutate(
      { amount: amount ?? left, ...(reason.trim() !== '' && { reason: reason.trim() }) },
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
      disabled={amount === null || isTooMuch}
      pending={refund.isPending}
      sending={refund}
      error={refund.error}
      onConfirm={send}
      onClose={onClose}
    >
      <Text>{t('refund.text')}</Text>
      <MoneyInput
        label={t('refund.amount')}
        description={
          <>
            {t('refund.most')} <Money centavos={left} />
          </>
        }
        value={amount}
        onChange={setAmount}
        // The default is the whole amount; typing replaces it.
        onFocus={event => event.currentTarget.select()}
        error={isTooMuch && t('refund.tooMuch')}
        data-autofocus
      />
      <TextInput
        label={t('refund.reason')}
        description={t('refund.reasonHelp')}
        maxLength={500}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
