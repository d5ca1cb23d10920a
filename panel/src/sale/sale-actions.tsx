// The actions on a sale in its present state, for people with the right.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconBan } from '@tabler/icons-react'
import { useMay } from '../api/access/me.ts'
import type { SaleWithLife } from '../api/money/sales.ts'
import { useWords } from '../words/words.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { RefundDialog } from './refund/refund-dialog.tsx'
import { saleWords } from './words.ts'

export function SaleActions({ sale }: { sale: SaleWithLife }) {
  const t = useWords(saleWords)
  const mayRefund = useMay('POST /api/sales/:id/refunds') === true
  const mayCancel = useMay('POST /api/sales/:id/cancel') === true
  const [isRefunding, refunding] = useDisclosure(false)
  const [isCancelling, cancelling] = useDisclosure(false)
  // A boleto that a bank has taken waits to be credited, and cannot be cancelled.
  const isCancellable = sale.status === 'PENDENTE' && (sale.identifiedAt ?? null) === null
  return (
    <>
      <NotRefundable sale={sale} mayRefund={mayRefund} />
      {mayRefund && sale.refundable.because === null && (
        <Button variant="default" leftSection={<IconArrowBackUp size={18} />} onClick={refunding.open}>
          {t('refund.action')}
        </Button>
      )}
      {mayCancel && isCancellable && (
        <Button variant="default" leftSection={<IconBan size={18} />} onClick={cancelling.open}>
          {t('cancel')}
        </Button>
      )}
      {isRefunding && <RefundDialog sale={sale} onClose={refunding.close} />}
      {isCancelling && <CancelDialog sale={sale} onClose={cancelling.close} />}
    </>
  )
}

/** Why a paid sale has no button to refund it. That its money was taken back is for everybody who sees it as paid. */
function NotRefundable({ sale: { refundable, paymentMethod }, mayRefund }: { sale: SaleWithLife; mayRefund: boolean }) {
  const t = useWords(saleWords)
  const { because } = refundable
  if (because === null || because === 'STATUS' || !(mayRefund || because === 'TAKEN_BACK')) return null
  // Some acquirers take no refunds of cards at all.
  const isOfCard = because === 'TOO_LATE' && BY_CARD.test(paymentMethod)
  return (
    <Text size="sm" c="dimmed" maw={320}>
      {t(`notRefundable.${isOfCard ? 'CARD' : because}`)}
    </Text>
  )
}

const BY_CARD = /^(CREDIT|DEBIT)_CARD$/
