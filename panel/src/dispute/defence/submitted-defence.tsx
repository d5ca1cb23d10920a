// The one answer to a dispute as it was submitted: its text, its evidence, and its result.
import { Alert, Anchor, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Defence, Evidence } from '../../api/money/disputes.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import classes from '../disputes.module.css'
import { disputePartWords } from '../shared-words.ts'

const TONES = { PENDING: 'waiting', SENT: 'good', KEPT: 'waiting', REFUSED: 'bad' } as const

interface HandedDefenceProps {
  defence: Defence
  title: string
  /** Below it. */
  children: ReactNode
}

export function HandedDefence({ defence, title, children }: HandedDefenceProps) {
  const t = useWords(disputePartWords)
  const { status, failure, evidence, justification } = defence
  const badge = <StatusBadge tone={TONES[status]}>{t(`defenceStatus.${status}`)}</StatusBadge>
  return (
    <Section title={title} aside={badge}>
      <Stack gap="md">
        {failure !== null && (
          <Alert role="note" variant="default" color="red">
            {t('defenceFailed')} <span lang="en">{failure.message}</span>
          </Alert>
        )}
        <Text className={classes.written}>{justification}</Text>
        <Handed evidence={evidence} />
        {children}
      </Stack>
    </Section>
  )
}

function Handed({ evidence }: { evidence: Evidence[] }) {
  const t = useWords(disputePartWords)
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
