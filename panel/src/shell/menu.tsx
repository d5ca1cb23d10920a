// The links of the menu: a member's, and below them the operator's, which are many and grouped.
import { Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { type Account, useAccount, useSession } from '../api/access/session.ts'
import { useWords } from '../words/words.ts'
import { type Entry, type EntryGroup, OPERATOR_ENTRIES, SELLERS } from './navigation.ts'
import classes from './shell.module.css'
import { shellWords } from './words.ts'

export function Menu() {
  const t = useWords(shellWords)
  const { user } = useSession()
  const { data: account } = useAccount()
  return (
    <nav ref={useCurrentInSight()} aria-label={t('navigation')} className={classes.menu}>
      <ul className={classes.entries}>
        <Entries entries={entriesOf(account)} />
      </ul>
      {user.operator && OPERATOR_ENTRIES.map(group => <Group key={group.name} group={group} />)}
    </nav>
  )
}

/** That of the test bank is for accounts of it alone. */
const entriesOf = (account: Account | null | undefined): Entry[] =>
  account === null ? SELLERS.slice(0, 1) : SELLERS.filter(({ name }) => name !== 'testBank' || account?.testBank)

/** The entries before and after the current one stay visible. */
const ROOM_PX = 72

/** The menu may be longer than the window. */
function useCurrentInSight() {
  const menu = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another entry
  useEffect(() => {
    const entry = menu.current?.querySelector('[aria-current="page"]')
    const scroller = menu.current?.closest('.mantine-Drawer-content') ?? menu.current
    if (entry && scroller) bringInSight(entry, scroller)
  }, [pathname])
  return menu
}

/** By hand: after scrollIntoView the keyboard goes on from the entry, and the link to the content is never met. */
function bringInSight(entry: Element, scroller: Element): void {
  const [own, seen] = [entry.getBoundingClientRect(), scroller.getBoundingClientRect()]
  const [above, below] = [seen.top + ROOM_PX - own.top, own.bottom + ROOM_PX - seen.bottom]
  if (above > 0) scroller.scrollTop -= above
  else if (below > 0) scroller.scrollTop += below
}

function Group({ group: { name, entries } }: { group: EntryGroup }) {
  const t = useWords(shellWords)
  const id = useId()
  return (
    <>
      <Text id={id} className={classes.section}>
        {t(`groups.${name}`)}
      </Text>
      <ul className={classes.entries} aria-labelledby={id}>
        <Entries entries={entries} />
      </ul>
    </>
  )
}

function Entries({ entries }: { entries: Entry[] }) {
  const t = useWords(shellWords)
  const { pathname } = useLocation()
  const isWithin = (address: string) => pathname === address || pathname.startsWith(`${address}/`)
  return entries.map(({ to, name, icon: Icon, also = [] }) => (
    <li key={to}>
      <Link
        to={to}
        className={classes.entry}
        activeOptions={{ exact: to === '/' || to === '/operacao', includeSearch: false }}
        {...(also.some(isWithin) && { 'aria-current': 'page' as const })}
      >
        <Icon size={20} stroke={1.7} aria-hidden />
        {t(`nav.${name}`)}
      </Link>
    </li>
  ))
}
