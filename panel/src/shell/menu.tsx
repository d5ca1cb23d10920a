// The links of the menu: a member's, and below them the operator's.
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAccount, useSession } from '../api/session.ts'
import { useWords } from '../words/words.ts'
import { DESK, type Entry, SELLERS } from './navigation.ts'
import classes from './shell.module.css'
import { shellWords } from './words.ts'

export function Menu() {
  const t = useWords(shellWords)
  const { user } = useSession()
  const { data: account } = useAccount()
  return (
    <nav aria-label={t('navigation')} className={classes.menu}>
      {account !== null && <Entries entries={SELLERS} />}
      {account === null && <Entries entries={SELLERS.slice(0, 1)} />}
      {user.operator && DESK.length > 0 && (
        <>
          <Text className={classes.section}>{t('desk')}</Text>
          <Entries entries={DESK} />
        </>
      )}
    </nav>
  )
}

function Entries({ entries }: { entries: Entry[] }) {
  const t = useWords(shellWords)
  return (
    <ul className={classes.entries}>
      {entries.map(({ to, name, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className={classes.entry}
            activeOptions={{ exact: to === '/' || to === '/operacao', includeSearch: false }}
          >
            <Icon size={20} stroke={1.7} aria-hidden />
            {t(`nav.${name}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
