// What keeps the account itself from selling or paying out: shown before everything else that waits for its members.
import { Text } from '@mantine/core'
import { type Standing, standingsOf } from '../account/standing/standing.ts'
import { standingWords } from '../account/standing/words.ts'
import { useAccount } from '../api/access/session.ts'
import { useBalance } from '../api/account/balance.ts'
import { useWords } from '../words/words.ts'
import { Matter } from './matter.tsx'

export function useStandings() {
  const account = useAccount()
  const balance = useBalance()
  const found = account.data ? standingsOf(account.data, balance.data?.available ?? 0) : []
  return { found, balance, isPending: account.isPending || balance.isPending }
}

export function StandingMatter({ standing }: { standing: Standing }) {
  const t = useWords(standingWords)
  return (
    <Matter>
      <Text fw={600}>{t(`${standing}.title`)}</Text>
      <Text c="dimmed" size="sm">
        {t(`${standing}.text`)}
      </Text>
    </Matter>
  )
}
