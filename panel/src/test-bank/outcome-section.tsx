// What is written, what the bank then does, how it ends, and a button that copies what is written.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { StatusBadge, type Tone } from '../ui/feedback/status-badge.tsx'
import { Code, Section } from '../ui/layout/section.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { useWords } from '../words/words.ts'
import classes from './test-bank.module.css'
import { testBankWords } from './words.ts'

type End = 'COMPLETED' | 'FAILED' | 'PROCESSING'
const TONES: Record<End, Tone> = { COMPLETED: 'good', FAILED: 'bad', PROCESSING: 'waiting' }

export interface Outcome {
  write: string
  what: string
  /** As the API calls it; absent: it has no one end. */
  ends?: End
}

interface OutcomeSectionProps {
  title: string
  text: string
  outcomes: Outcome[]
  children?: ReactNode
}

export function OutcomeSection({ title, text, outcomes, children }: OutcomeSectionProps) {
  const t = useWords(testBankWords)
  return (
    <Section title={title}>
      <Text size="sm" c="dimmed" mb="xs">
        {text}
      </Text>
      {children}
      <ul className={classes.list}>
        {outcomes.map(({ write, what, ends }) => (
          <li key={write} className={classes.one}>
            <div>
              <Text fw={600}>
                <Code>{write}</Code>
              </Text>
              <Text size="sm" c="dimmed">
                {what}
              </Text>
            </div>
            <div className={classes.end}>
              {ends !== undefined && <StatusBadge tone={TONES[ends]}>{ends}</StatusBadge>}
              <CopyButton value={write} label={t('copy', { text: write })} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
