// The way back for the buyer of an abandoned cart, for the seller to send.
import { Alert, Group, Stack, Text } from '@mantine/core'
import type { Cart } from '../api/money/carts.ts'
import { Code, Section } from '../ui/layout/section.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { WhatsAppButton } from '../ui/values/whatsapp-button.tsx'
import { useWords } from '../words/words.ts'
import { cartWords } from './words.ts'

export function RecoverySection({ cart, url }: { cart: Cart; url: string }) {
  const t = useWords(cartWords)
  const [name = ''] = cart.customerName.split(' ')
  return (
    <Section title={t('recovery.title')}>
      <Stack gap="sm">
        <Code>{url}</Code>
        <Group gap="xs">
          <CopyButton value={url} label={t('recovery.copy')} size="sm" />
          <WhatsAppButton text={t('recovery.message', { name, url })} phone={cart.customerPhone} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('recovery.text')}
        </Text>
        <Alert variant="default">{t(cart.marketingConsent ? 'consent.given' : 'consent.none')}</Alert>
      </Stack>
    </Section>
  )
}
