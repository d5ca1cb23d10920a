// In place of a form whose every request the gateway would refuse, and in place of the way to it.
import { IconPlayerPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAccount } from '../../api/access/session.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { useWords } from '../../words/words.ts'
import { type Stop, stopOfCashouts, stopOfCharges } from './standing.ts'
import { standingWords } from './words.ts'

export function Stopped({ stop }: { stop: Stop }) {
  const t = useWords(standingWords)
  return (
    <EmptyState icon={<IconPlayerPause />} title={t(`${stop}.title`)}>
      {t(`${stop}.text`)}
    </EmptyState>
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
