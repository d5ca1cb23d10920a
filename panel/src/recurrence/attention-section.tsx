// On the first page: the recurrences that a person should look at, each with the reason. Nothing is shown where there is none.
import { Group, Stack, Text } from '@mantine/core'
import { type Recurrence, useAttention } from '../api/recurrence/recurrences.ts'
import { Section } from '../ui/layout/section.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'
import { useNextText } from './recurrence-parts.tsx'
import { recurrenceWords } from './words.ts'

export function RecurrenceAttention() {
  const t = useWords(recurrenceWords)
  const { data } = useAttention()
  if (data === undefined || data.data.length === 0) return null
  return (
    <Section title={t('attention')}>
      <Stack component="ul" gap="sm" p={0} m={0}>
        {data.data.map(recurrence => (
          <OneMatter key={recurrence.uuid} recurrence={recurrence} />
        ))}
      </Stack>
    </Section>
  )
}

function OneMatter({ recurrence }: { recurrence: Recurrence }) {
  const t = useWords(recurrenceWords)
  const next = useNextText()
  const { alerta, contrato, customer, uuid, proximaCobranca } = recurrence
  const link = (
    <LinkAnchor to="/recorrencias/$recurrence" params={{ recurrence: uuid }}>
      {t('open')}
    </LinkAnchor>
  )
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        {alerta !== null && <Text fw={600}>{t(`alert.${alerta}`)}</Text>}
        <Text c="dimmed" size="sm">
          {contrato} · {customer.name}
          {proximaCobranca !== null && ` · ${next(recurrence)}`}
        </Text>
      </div>
      {link}
    </Group>
  )
}
