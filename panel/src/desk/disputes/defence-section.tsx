// The one answer to a dispute: what was handed in, by whom and when, and what became of it.
import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import type { DisputeWithSteps, Evidence } from '../../api/desk/disputes.ts'
import { Moment } from '../../ui/moment.tsx'
import { Code, Facts, Section } from '../../ui/section.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import classes from '../desk.module.css'
import { disputeDeskWords } from './words.ts'

const TONES = { PENDING: 'waiting', SENT: 'good', KEPT: 'good', REFUSED: 'bad' } as const

export function DefenceSection({ dispute: { defence, timeline } }: { dispute: DisputeWithSteps }) {
  const t = useWords(disputeDeskWords)
  if (defence === null) return null
  const by = timeline.findLast(({ what }) => what === 'dispute.defence.submitted')?.by ?? null
  const { status, failure, evidence } = defence
  return (
    <Section
      title={t('defence')}
      aside={<StatusBadge tone={TONES[status]}>{t(`defenceStatus.${status}`)}</StatusBadge>}
    >
      <Stack gap="md">
        {failure !== null && (
          <Alert variant="default" color="red">
            {t('defenceFailed')} <span lang="en">{failure.message}</span>
          </Alert>
        )}
        <Text className={classes.written}>{defence.justification}</Text>
        <Handed evidence={evidence} />
        <Facts
          facts={[
            { name: t('handedIn'), value: <Moment at={defence.submittedAt} /> },
            by === null ? null : { name: t('handedInBy'), value: <Code>{by}</Code> },
            { name: t('defenceUpdated'), value: <Moment at={defence.updatedAt} /> },
          ]}
        />
      </Stack>
    </Section>
  )
}

function Handed({ evidence }: { evidence: Evidence[] }) {
  const t = useWords(disputeDeskWords)
  if (evidence.length === 0) return <Text c="dimmed">{t('evidence.none')}</Text>
  return (
    <List spacing="sm" aria-label={t('evidence.all')}>
      {evidence.map(({ title, text, url }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was handed in is never changed
        <List.Item key={index}>
          <Text fw={600}>{title}</Text>
          {text !== undefined && <Text className={classes.written}>{text}</Text>}
          {url !== undefined && (
            <Anchor href={url} target="_blank" rel="noopener noreferrer" className={classes.breaks} underline="always">
              {url}
            </Anchor>
          )}
        </List.Item>
      ))}
    </List>
  )
}
