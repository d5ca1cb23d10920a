// Nobody writes to a buyer who has left but the seller, and the seller's system hears of it by a webhook that has chosen that.
import { Alert } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useWebhooks } from '../api/notification/webhooks.ts'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'
import { cartWords } from './words.ts'

const EVENTS = ['cart.abandoned', 'cart.recovered']

export function WebhookHint() {
  const t = useWords(cartWords)
  const { data: webhooks } = useWebhooks()
  if (webhooks === undefined) return null
  if (webhooks.some(({ active, events }) => active && events.some(event => EVENTS.includes(event)))) return null
  return (
    <Alert variant="default" icon={<IconWebhook />} title={t('hint.title')}>
      {t('hint.text')}{' '}
      <LinkAnchor to="/integracoes/webhooks" underline="always" inherit>
        {t('hint.link')}
      </LinkAnchor>
    </Alert>
  )
}
