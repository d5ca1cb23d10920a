// The state of a thing, in words and in one of five tones. Never by its colour alone.
import { Badge } from '@mantine/core'
import classes from './status-badge.module.css'

export type Tone = 'good' | 'bad' | 'waiting' | 'attention' | 'quiet'

export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Badge variant="default" tt="none" radius="sm" className={classes.badge} data-tone={tone}>
      {children}
    </Badge>
  )
}
