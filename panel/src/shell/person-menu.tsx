// The person: which account they work in, and the way out.
import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery } from '../api/access/me.ts'
import { signOut, useAccount, useSession } from '../api/access/session.ts'
import { chooseAccount } from '../api/chosen-account.ts'
import { releaseQuery } from '../api/release.ts'
import { leavePage } from '../ui/forms/leaving.ts'
import { useWords } from '../words/words.ts'
import { LazyTestSwitch } from './lazy-test-switch.tsx'
import classes from './shell.module.css'
import { shellWords } from './words.ts'

export function PersonMenu() {
  const t = useWords(shellWords)
  const { user } = useSession()
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.person}>
          <Avatar size={34} className={classes.avatar} aria-hidden>
            {initialsOf(user.name)}
          </Avatar>
          <span className="only-heard">{t('account')}: </span>
          <span className={classes.name}>{user.name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label component="div">
          <Text c="var(--mantine-color-text)" fw={600} size="sm" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Accounts />
        <Menu.Divider />
        <LazyTestSwitch isItem />
        <Menu.Item component={Link} to="/seguranca" leftSection={<IconShieldLock size={18} stroke={1.7} />}>
          {t('security')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.7} />} onClick={() => void leave()}>
          {t('signOut')}
        </Menu.Item>
        <Version />
      </Menu.Dropdown>
    </Menu>
  )
}

/** What a person says who reports something. */
function Version() {
  const { data: release } = useQuery(releaseQuery)
  if (release === undefined) return null
  const { version, commit } = release
  return <Menu.Label>{`Porteira ${version}${commit === null ? '' : ` · ${commit.slice(0, 7)}`}`}</Menu.Label>
}

/** For people of several accounts: which one they work in. */
function Accounts() {
  const t = useWords(shellWords)
  const { data: me } = useQuery(meQuery)
  const { data: account } = useAccount()
  const live = me?.accounts.filter(({ testOf }) => testOf === null) ?? []
  if (live.length < 2) return null
  const isIn = (accountId: number) => accountId === account?.id || accountId === account?.liveAccountId
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('accounts')}</Menu.Label>
      {live.map(({ accountId, name }) => (
        <Menu.Item
          key={accountId}
          onClick={() => void workIn(accountId)}
          aria-current={isIn(accountId)}
          rightSection={isIn(accountId) && <IconCheck size={16} aria-hidden />}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  )
}

const initialsOf = (name: string) => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => word?.[0]?.toUpperCase() ?? '').join('')
}

/** From the beginning: nothing of one account stays on the screen in another. */
const workIn = (accountId: number) =>
  leavePage(() => {
    chooseAccount(accountId)
    location.assign('/')
  })

const leave = () => leavePage(() => signOut().then(() => location.assign('/entrar')))
