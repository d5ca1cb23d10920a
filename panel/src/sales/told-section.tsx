// Which notifications were sent about a sale.
import { Group, Stack, Text } from '@mantine/core'
import type { SaleWithLife } from '../api/sales.ts'
import { Moment } from '../ui/moment.tsx'
import { Code, Section } from '../ui/section.tsx'
import { useWords } from '../words/words.ts'
import { saleWords } from './words.ts'

export function ToldSection({ notifications }: { notifications: SaleWithLife['notifications'] }) {
  const t = useWords(saleWords)
  return (
    <Section title={t('one.told')}>
      {notifications.length === 0 ? (
        <Text c="dimmed">{t('one.toldNone')}</Text>
      ) : (
        <Stack gap="sm">
          {notifications.map(({ eventId, event, date, deliveries }) => (
            <Group key={eventId} justify="space-between" gap="xs">
              <Code>{event}</Code>
              <Text size="sm" c="dimmed">
                {t('one.toldTo', { count: deliveries.length })} · <Moment at={date} />
              </Text>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  )
}
