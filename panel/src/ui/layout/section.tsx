// Parts of a screen: a titled card, and a list of facts.
import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

export interface SectionProps {
  title: string
  /** At the end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} className={classes.section} p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  )
}

export interface Fact {
  name: string
  value: ReactNode
}

interface FactsProps {
  /** Null values are left out. */
  facts: (Fact | null)[]
  /** Few and short ones in a wide card: side by side, where there is room. */
  areBeside?: boolean
}

/** Names and values. */
export function Facts({ facts, areBeside = false }: FactsProps) {
  return (
    <dl className={classes.facts} data-beside={areBeside}>
      {facts
        .filter(fact => fact !== null)
        .map(({ name, value }) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A word of the API, such as NOT_FOUND: never in two lines. */
export const CodeWord = ({ children }: { children: string }) => <code className={classes.codeWord}>{children}</code>

/** A long id, which may break anywhere rather than widen the page. */
export const Code = ({ children }: { children: string }) => <code className={classes.code}>{children}</code>
