// A charge that waits to be paid: the code for the payer's camera, and the ways to send it.
import { Group, Paper, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { SaleWithLife } from '../../../api/money/sales.ts'
import { Code } from '../../../ui/layout/section.tsx'
import { LinkAnchor } from '../../../ui/navigation/links.tsx'
import { CopyButton } from '../../../ui/values/copy-button.tsx'
import { Moment } from '../../../ui/values/moment.tsx'
import { QrCode } from '../../../ui/values/qr-code.tsx'
import { useWords } from '../../../words/words.ts'
import { AboutCharge, SendCharge } from './about-charge.tsx'
import classes from './shown-charge.module.css'
import { shownWords } from './shown-words.ts'

/** In a test gateway only. */
const SimulatePayment = lazy(() =>
  import('../simulate-payment.tsx').then(({ SimulatePayment: simulate }) => ({ default: simulate })),
)
const SIMULATE_HEIGHT = 62

export function WaitingCharge({ sale, code }: { sale: SaleWithLife; code: string }) {
  const t = useWords(shownWords)
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} className={`${classes.card} ${classes.waiting}`}>
      <div className={classes.qr}>
        <QrCode text={code} label={t('qr')} />
      </div>
      <Stack gap="md" miw={0}>
        <AboutCharge sale={sale} />
        <SendCharge sale={sale} />
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {t('code')}
          </Text>
          <div className={classes.code}>
            <Code>{code}</Code>
          </div>
          <Group gap="xs">
            <CopyButton value={code} label={t('copyCode')} size="sm" />
          </Group>
        </Stack>
        {sale.canSimulatePayment && (
          <Suspense fallback={<div style={{ minHeight: SIMULATE_HEIGHT }} />}>
            <SimulatePayment sale={sale.uuid} />
          </Suspense>
        )}
        <Text size="sm" c="dimmed">
          {t('expires')} <Moment at={sale.expiresAt} /> ·{' '}
          <LinkAnchor to="/vendas/$sale" params={{ sale: sale.uuid }} underline="always">
            {t('sale')}
          </LinkAnchor>
        </Text>
      </Stack>
    </Paper>
  )
}
