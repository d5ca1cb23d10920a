// A charge that waits to be paid: the code for the payer's camera, and the ways to send it.
import { Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { SaleWithLife } from '../../api/money/sales.ts'
import { Code } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { CopyButton } from '../../ui/values/copy-button.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money, moneyText } from '../../ui/values/money.tsx'
import { QrCode } from '../../ui/values/qr-code.tsx'
import { WhatsAppButton } from '../../ui/values/whatsapp-button.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { chargeWords } from './charge-words.ts'
import classes from './shown-charge.module.css'

/** In a test gateway only. */
const SimulatePayment = lazy(() =>
  import('./simulate-payment.tsx').then(({ SimulatePayment: simulate }) => ({ default: simulate })),
)
const SIMULATE_HEIGHT = 62

export function WaitingCharge({ sale, code }: { sale: SaleWithLife; code: string }) {
  const t = useWords(chargeWords)
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} className={`${classes.card} ${classes.waiting}`}>
      <div className={classes.qr}>
        <QrCode text={code} label={t('shown.qr')} />
      </div>
      <Stack gap="md" miw={0}>
        <div>
          <Text className={classes.amount}>
            <Money centavos={sale.amount} />
          </Text>
          <About sale={sale} />
        </div>
        <Group gap="xs" wrap="nowrap" role="status">
          <Loader size="xs" type="dots" flex="none" aria-hidden />
          <Text size="sm">{t('shown.waiting')}</Text>
        </Group>
        <Send sale={sale} code={code} />
        {sale.canSimulatePayment && (
          <Suspense fallback={<div style={{ minHeight: SIMULATE_HEIGHT }} />}>
            <SimulatePayment sale={sale.uuid} />
          </Suspense>
        )}
        <Text size="sm" c="dimmed">
          {t('shown.expires')} <Moment at={sale.expiresAt} /> ·{' '}
          <LinkAnchor to="/vendas/$sale" params={{ sale: sale.uuid }} underline="always">
            {t('shown.sale')}
          </LinkAnchor>
        </Text>
      </Stack>
    </Paper>
  )
}

/** Who pays and for what. */
function About({ sale }: { sale: SaleWithLife }) {
  const title = sale.items[0]?.title
  return (
    <>
      <Text>{title}</Text>
      <Text size="sm" c="dimmed">
        {sale.customer.name}
      </Text>
    </>
  )
}

function Send({ sale, code }: { sale: SaleWithLife; code: string }) {
  const t = useWords(chargeWords)
  const { locale } = useLanguage()
  const amount = moneyText(sale.amount, locale)
  const title = sale.items[0]?.title ?? ''
  const { payUrl } = sale
  return (
    <>
      {payUrl !== null && (
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {t('shown.link')}
          </Text>
          <Code>{payUrl}</Code>
          <Group gap="xs">
            <CopyButton value={payUrl} label={t('shown.copyLink')} size="sm" />
            <WhatsAppButton text={t('shown.message', { amount, title, url: payUrl })} />
          </Group>
        </Stack>
      )}
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t('shown.code')}
        </Text>
        <div className={classes.code}>
          <Code>{code}</Code>
        </div>
        <Group gap="xs">
          <CopyButton value={code} label={t('shown.copyCode')} size="sm" />
        </Group>
      </Stack>
    </>
  )
}
