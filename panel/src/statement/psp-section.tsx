// How much of a period the payment provider's lists have confirmed.
import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ListStanding } from '../api/money/reconciliation.ts'
import { StatusBadge, type Tone } from '../ui/feedback/status-badge.tsx'
import { Facts, Section } from '../ui/layout/section.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { reconciliationWords } from './reconciliation-words.ts'

export function PspSection({ lists }: { lists: ListStanding[] }) {
  const t = useWords(reconciliationWords)
  const moved = lists.filter(({ booked, notBooked }) => booked + notBooked > 0)
  const { tone, text } = verdictOn(moved)
  return (
    <Section title={t('psp')}>
      <Stack gap="md">
        <Group>
          <StatusBadge tone={tone}>{t(`${text}`)}</StatusBadge>
        </Group>
        <Text c="dimmed" size="sm">
          {t('pspText')}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" aria-label={t('pspCaption')}>
          {moved.map(standing => (
            <Standing key={standing.list} standing={standing} />
          ))}
        </SimpleGrid>
      </Stack>
    </Section>
  )
}

type Verdict = { tone: Tone; text: 'nothing' | 'someOpen' | 'someWaiting' | 'allGood' }

function verdictOn(moved: ListStanding[]): Verdict {
  if (moved.length === 0) return { tone: 'quiet', text: 'nothing' }
  if (moved.some(({ unmatched, notBooked }) => unmatched + notBooked > 0))
    return { tone: 'attention', text: 'someOpen' }
  if (moved.some(({ waiting }) => waiting > 0)) return { tone: 'waiting', text: 'someWaiting' }
  return { tone: 'good', text: 'allGood' }
}

function Standing({ standing }: { standing: ListStanding }) {
  const t = useWords(reconciliationWords)
  const { list, booked, amount, matched, waiting, unmatched, notBooked, difference } = standing
  const count = (value: number) => <span className="figures">{value}</span>
  return (
    <Box>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{t(`lists.${list}`)}</Text>
        <Money centavos={amount} fw={600} />
      </Group>
      <Facts
        facts={[
          { name: t('booked'), value: count(booked) },
          { name: t('matched'), value: count(matched) },
          waiting === 0 ? null : { name: t('waiting'), value: count(waiting) },
          unmatched === 0 ? null : { name: t('unmatched'), value: count(unmatched) },
          difference === 0 ? null : { name: t('difference'), value: <Money centavos={difference} signed /> },
        ]}
      />
      {notBooked > 0 && (
        <Text size="sm" mt="xs">
          {t('notBooked', { count: notBooked })}
        </Text>
      )}
    </Box>
  )
}
