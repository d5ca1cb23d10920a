// How a charge is to be paid, of what the account sells by: Pix, whose code is shown at once; a transfer, with the account that it goes to;
// a card or a boleto, for which its buyer opens a link.
import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { stopOfPix } from '../../account/standing/standing.ts'
import { Stopped } from '../../account/standing/stopped.tsx'
import { useMay } from '../../api/access/me.ts'
import type { Account } from '../../api/access/session.ts'
import { leaveForm } from '../../ui/forms/leaving.ts'
import { useWords } from '../../words/words.ts'
import { chargeWords } from './charge-words.ts'
import { ChargeForm } from './form/charge-form.tsx'
import { LinkChargeForm } from './form/link-charge-form.tsx'
import { TransferChargeForm } from './form/transfer-charge-form.tsx'

type Way = 'PIX' | 'CARD' | 'BOLETO' | 'TRANSFER'
type Sold = Account['soldMethods'][number]

const CARDS: readonly Sold[] = ['CREDIT_CARD', 'DEBIT_CARD']

export function ChargeWays({ account }: { account: Account }) {
  const t = useWords(chargeWords)
  const mayMakeLinks = useMay('POST /api/account/payment-links') === true
  const ways = waysOf(account, mayMakeLinks)
  const [chosen, setWay] = useState<string | null>(null)
  const [first, second] = ways
  if (first === undefined) return <Stopped stop={stopOfPix(account) ?? 'PAY_IN_OFF'} />
  if (second === undefined) return <FormOf way={first} account={account} />
  const way = chosen ?? first
  return (
    <Stack gap="md" maw={560}>
      <SegmentedControl
        aria-label={t('way')}
        value={way}
        onChange={next => void leaveForm(() => setWay(next))}
        data={ways.map(value => ({ value, label: t(`ways.${value}`) }))}
      />
      <FormOf key={way} way={way} account={account} />
    </Stack>
  )
}

function waysOf(account: Account, mayMakeLinks: boolean): Way[] {
  const { soldMethods } = account
  const receives = stopOfPix(account) === null
  return [
    ...(receives ? (['PIX'] as const) : []),
    ...(mayMakeLinks && soldMethods.some(isCard) ? (['CARD'] as const) : []),
    ...(mayMakeLinks && soldMethods.includes('BOLETO') ? (['BOLETO'] as const) : []),
    ...(receives && soldMethods.includes('TRANSFER') ? (['TRANSFER'] as const) : []),
  ]
}

const isCard = (method: Sold): boolean => CARDS.includes(method)

function FormOf({ way, account }: { way: string; account: Account }) {
  if (way === 'CARD') return <LinkChargeForm account={account} methods={account.soldMethods.filter(isCard)} />
  if (way === 'BOLETO') return <LinkChargeForm account={account} methods={['BOLETO']} />
  return way === 'TRANSFER' ? <TransferChargeForm /> : <ChargeForm />
}
