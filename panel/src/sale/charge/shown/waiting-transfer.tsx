// A charge by transfer that waits to be paid: where the amount goes and its reference, and the link that shows them to the payer.
import { Paper, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { SaleWithLife } from '../../../api/money/sales.ts'
import { LinkAnchor } from '../../../ui/navigation/links.tsx'
import { useWords } from '../../../words/words.ts'
import { TransferSection } from '../../transfer/transfer-section.tsx'
import { AboutCharge, SendCharge } from './about-charge.tsx'
import classes from './shown-charge.module.css'
import { shownWords } from './shown-words.ts'

/** In a test gateway only. */
const SimulatePayment = lazy(() =>
  import('../simulate-payment.tsx').then(({ SimulatePayment: simulate }) => ({ default: simulate })),
)
const SIMULATE_HEIGHT = 62

interface WaitingTransferProps {
  sale: SaleWithLife
  payee: NonNullable<SaleWithLife['bankTransfer']>
}

export function WaitingTransfer({ sale, payee }: WaitingTransferProps) {
  const t = useWords(shownWords)
  return (
    <Stack gap="md" maw={640}>
      <Paper withBorder p={{ base: 'md', sm: 'lg' }} className={classes.card}>
        <Stack gap="md">
          <AboutCharge sale={sale} />
          <SendCharge sale={sale} />
          <Text size="sm">
            <LinkAnchor to="/vendas/$sale" params={{ sale: sale.uuid }} underline="always">
              {t('sale')}
            </LinkAnchor>
          </Text>
        </Stack>
      </Paper>
      <TransferSection sale={sale} payee={payee}>
        {sale.canSimulatePayment && (
          <Suspense fallback={<div style={{ minHeight: SIMULATE_HEIGHT }} />}>
            <SimulatePayment sale={sale.uuid} />
          </Suspense>
        )}
      </TransferSection>
    </Stack>
  )
}
