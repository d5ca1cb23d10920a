// Of a charge that waits to be paid: how much, who pays, for what, and that the page changes by itself; and the link to send.
import { Group, Loader, Stack, Text } from '@mantine/core'
import type { SaleWithLife } from '../../../api/money/sales.ts'
import { Code } from '../../../ui/layout/section.tsx'
import { CopyButton } from '../../../ui/values/copy-button.tsx'
import { Money, moneyText } from '../../../ui/values/money.tsx'
import { WhatsAppButton } from '../../../ui/values/whatsapp-button.tsx'
import { useLanguage } from '../../../words/use-language.ts'
import { useWords } from '../../../words/words.ts'
import classes from './shown-charge.module.css'
import { shownWords } from './shown-words.ts'

interface AboutProps {
  sale: SaleWithLife
}

export function AboutCharge({ sale }: AboutProps) {
  const t = useWords(shownWords)
  return (
    <>
      <div>
        <Text className={classes.amount}>
          <Money centavos={sale.amount} />
        </Text>
        <Text>{sale.items[0]?.title}</Text>
        <Text size="sm" c="dimmed">
          {sale.customer.name}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" role="status">
        <Loader size="xs" type="dots" flex="none" aria-hidden />
        <Text size="sm">{t('waiting')}</Text>
      </Group>
    </>
  )
}

export function SendCharge({ sale }: AboutProps) {
  const t = useWords(shownWords)
  const { locale } = useLanguage()
  const { payUrl, paymentMethod, amount, items } = sale
  if (payUrl === null) return null
  const message = t(paymentMethod === 'TRANSFER' ? 'transferMessage' : 'message', {
    amount: moneyText(amount, locale),
    title: items[0]?.title ?? '',
    url: payUrl,
  })
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('link')}
      </Text>
      <Code>{payUrl}</Code>
      <Group gap="xs">
        <CopyButton value={payUrl} label={t('copyLink')} size="sm" />
        <WhatsAppButton text={message} />
      </Group>
    </Stack>
  )
}
