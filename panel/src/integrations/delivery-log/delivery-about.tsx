// The subject of a delivery: the sale and its customer, or the cashout and its key, with the link to it.
import { Text } from '@mantine/core'
import type { DeliveryEntry } from '../../api/notification/deliveries.ts'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { deliveryWords } from './delivery-words.ts'

interface AboutProps {
  /** null: the event was deleted. */
  about: DeliveryEntry['about']
}

export function DeliveryAbout({ about }: AboutProps) {
  const t = useWords(deliveryWords)
  if (about === null)
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    )
  const who = about.customer ?? (about.pixKey === null ? null : t('about.toKey', { key: about.pixKey }))
  return (
    <div>
      <Subject about={about} />
      {[who, about.reference].map(
        line =>
          line !== null && (
            <Text key={line} size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
              {line}
            </Text>
          ),
      )}
    </div>
  )
}

function Subject({ about: { kind, uuid, saleUuid } }: { about: NonNullable<AboutProps['about']> }) {
  const t = useWords(deliveryWords)
  const name = t(`about.${kind}`)
  if (kind === 'WITHDRAWAL' && uuid !== null)
    return (
      <LinkAnchor to="/saques/$cashout" params={{ cashout: uuid }} inherit>
        {name}
      </LinkAnchor>
    )
  if (saleUuid === null) return <>{name}</>
  return (
    <LinkAnchor to="/vendas/$sale" params={{ sale: saleUuid }} inherit>
      {name}
    </LinkAnchor>
  )
}
