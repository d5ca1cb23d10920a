// What can be done with a sale as it is.
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { Sale } from '../api/sales.ts'
import { useWords } from '../words/words.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { saleWords } from './words.ts'

export function SaleActions({ sale }: { sale: Sale }) {
  const t = useWords(saleWords)
  const [isRefunding, refunding] = useDisclosure(false)
  const isRefundable = sale.status === 'PAGO' && sale.refundedAmount < sale.amount
  if (!isRefundable) return null
  return (
    <>
      <Button variant="default" leftSection={<IconArrowBackUp size={18} />} onClick={refunding.open}>
        {t('refund.action')}
      </Button>
      {isRefunding && <RefundDialog sale={sale} onClose={refunding.close} />}
    </>
  )
}
