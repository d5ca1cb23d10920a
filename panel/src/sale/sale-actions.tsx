// The actions on a sale in its present state, for people with the right.
import { Button } from '@mantine/core'
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
