// The screens around cashouts, side by side: the list, the keys that one means to pay, and the rules.
import { Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWords } from '../words/words.ts'
import classes from './around.module.css'
import { cashoutWords } from './words.ts'

const SCREENS = [
  { to: '/saques', name: 'list' },
  { to: '/saques/favorecidos', name: 'beneficiaries' },
  { to: '/saques/regras', name: 'rules' },
] as const

export function AroundCashouts() {
  const t = useWords(cashoutWords)
  return (
    <Group component="nav" aria-label={t('around.label')} gap={4} mb="lg" className={classes.screens}>
      {SCREENS.map(({ to, name }) => (
        <Link key={to} to={to} className={classes.screen} activeOptions={{ exact: true, includeSearch: false }}>
          {t(`around.${name}`)}
        </Link>
      ))}
    </Group>
  )
}
