// In place of a form whose every request the gateway would refuse, and in place of the way to it.
import { Alert } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAccount } from '../../api/access/session.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { useWords } from '../../words/words.ts'
import { type Delay, type Stop, stopOfCashouts, stopOfCharges } from './standing.ts'
import { standingWords } from './words.ts'

export function Stopped({ stop }: { stop: Stop }) {
  const t = useWords(standingWords)
  return (
    <EmptyState icon={<IconPlayerPause />} title={t(`${stop}.title`)}>
      {t(`${stop}.text`)}
    </EmptyState>
  )
}

/** Above a form whose request is taken, and then waits. */
export function Delayed({ delay }: { delay: Delay }) {
  const t = useWords(standingWords)
  return (
    <Alert role="note" variant="default" color="ocre" icon={<IconPlayerPause />} title={t(`${delay}.title`)} mb="lg">
      {t(`${delay}.text`)}
    </Alert>
  )
}

interface OfferProps {
  children: ReactNode
}

/** The way to a charge, for those who may, where the account can charge now. */
export function OfferCharge({ children }: OfferProps) {
  const { data: account } = useAccount()
  const isStopped = account && stopOfCharges(account) !== null
  return isStopped ? null : <IfMay route="POST /api/sales">{children}</IfMay>
}

export function OfferCashout({ children }: OfferProps) {
  const { data: account } = useAccount()
  const isStopped = account && stopOfCashouts(account) !== null
  return isStopped ? null : <IfMay route="POST /api/withdrawals">{children}</IfMay>
}
