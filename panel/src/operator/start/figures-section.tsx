// The state of the gateway when nothing is wrong: a few figures, each a link to its page. A figure that cannot be read is a
// dash: its own page shows the reason.
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../words/words.ts'
import classes from './figures.module.css'
import { type Figure, useFigures } from './use-figures.tsx'
import { startWords } from './words.ts'

export function FiguresSection() {
  const t = useWords(startWords)
  return (
    <nav aria-label={t('figures.title')} className={classes.figures}>
      {useFigures().map(figure => (
        <FigureLink key={figure.name} figure={figure} />
      ))}
    </nav>
  )
}

function FigureLink({ figure: { name, to, value, note } }: { figure: Figure }) {
  const t = useWords(startWords)
  return (
    <Link to={to} className={classes.figure}>
      <Text component="span" c="dimmed">
        {t(`figures.${name}`)}
      </Text>
      <span className={`figures ${classes.value}`}>{shown(value)}</span>
      <Text component="span" size="sm" c="dimmed" className={classes.note}>
        {note ?? ' '}
      </Text>
    </Link>
  )
}

const shown = (value: ReactNode | undefined): ReactNode => value ?? '–'
