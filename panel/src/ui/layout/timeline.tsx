// The history of an object, oldest first.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Tone } from '../feedback/status-badge.tsx'
import { Moment } from '../values/moment.tsx'
import classes from './timeline.module.css'

export interface TimelineStep {
  key: string
  title: ReactNode
  at: string
  tone: Tone
  detail?: ReactNode
}

export function Timeline({ steps }: { steps: TimelineStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ key, title, at, tone, detail }) => (
        <li key={key} className={classes.step} data-tone={tone}>
          <Text fw={600}>{title}</Text>
          <Text size="sm" c="dimmed">
            <Moment at={at} form="exact" />
          </Text>
          {detail !== undefined && <div>{detail}</div>}
        </li>
      ))}
    </ol>
  )
}
