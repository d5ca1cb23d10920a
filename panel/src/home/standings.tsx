// What keeps the account itself from selling or paying out: told before anything else that waits for its people.
import { Text } from '@mantine/core'
import { useBalance } from '../api/balance.ts'
import { type Account, useAccount } from '../api/session.ts'
import { useWords } from '../words/words.ts'
import { Matter } from './matter.tsx'
import { homeWords } from './words.ts'

const STANDINGS = [
  ...(['PENDING', 'BLOCKED', 'CLOSING', 'CLOSED'] as const),
  ...(['TRANSFERS_STOPPED', 'API_CASHOUTS_SUSPENDED', 'NO_PAY_IN', 'NO_PAY_OUT', 'DEBT'] as const),
] as const
type Standing = (typeof STANDINGS)[number]

export function useStandings() {
  const account = useAccount()
  const balance = useBalance()
  const found = account.data ? standingsOf(account.data, balance.data?.available ?? 0) : []
  return { found, balance, isPending: account.isPending || balance.isPending }
}

function standingsOf(account: Account, available: number): Standing[] {
  const { status, transferAllowed, houseApiCashoutEnabled, payInPspAccountId, payOutPspAccountId } = account
  const isActive = status === 'ACTIVE'
  const standings: Standing[] = isActive ? [] : [status]
  // An account that is not active does neither anyway.
  if (isActive && !transferAllowed) standings.push('TRANSFERS_STOPPED')
  if (isActive && !houseApiCashoutEnabled) standings.push('API_CASHOUTS_SUSPENDED')
  if (isActive && payInPspAccountId === null) standings.push('NO_PAY_IN')
  if (isActive && payOutPspAccountId === null) standings.push('NO_PAY_OUT')
  if (available < 0) standings.push('DEBT')
  return standings
}

export function StandingMatter({ standing }: { standing: Standing }) {
  const t = useWords(homeWords)
  return (
    <Matter>
      <Text fw={600}>{t(`standing.${standing}.title`)}</Text>
      <Text c="dimmed" size="sm">
        {t(`standing.${standing}.text`)}
      </Text>
    </Matter>
  )
}
