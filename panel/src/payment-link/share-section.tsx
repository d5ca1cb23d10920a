// The ways to send a link: its QR code, its address, a message.
import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { PaymentLink } from '../api/money/payment-links.ts'
import { Code, Section } from '../ui/layout/section.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { QrCode } from '../ui/values/qr-code.tsx'
import { WhatsAppButton } from '../ui/values/whatsapp-button.tsx'
import { useWords } from '../words/words.ts'
import { usePriceText } from './link-status.tsx'
import { linkWords } from './words.ts'

export function ShareSection({ link }: { link: PaymentLink }) {
  const t = useWords(linkWords)
  const price = usePriceText()
  const { title, url, openAmount } = link
  const message =
    openAmount === undefined
      ? t('one.message', { title, price: price(link), url })
      : t('one.messageOpen', { title, url })
  return (
    <Section title={t('one.share')}>
      <Group align="flex-start" gap="lg">
        <QrCode text={url} label={t('one.qr')} />
        <Stack gap="sm" flex="1 1 14rem" miw={0}>
          <Code>{url}</Code>
          <Group gap="xs">
            <CopyButton value={url} label={t('one.copy')} size="sm" />
            <WhatsAppButton text={message} />
          </Group>
          <Text size="sm" c="dimmed">
            {t('one.shareText')}
          </Text>
          <Anchor href={url} target="_blank" rel="noopener" size="sm" underline="always">
            {t('one.openPage')}
          </Anchor>
        </Stack>
      </Group>
    </Section>
  )
}
