// What a proposal asks for, or what came of it: the hold or the dispute that it is about is a link.
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { Known } from '../shared/known-values.tsx'
import { twoWords } from './words.ts'

interface ProposalValuesProps {
  /** Of the proposal. */
  accountId: number | null
  of: object
}

export function ProposalValues({ accountId, of }: ProposalValuesProps) {
  const t = useWords(twoWords)
  const shownAs = (name: string, value: unknown) => {
    if (name === 'amount' && value === null) return t('wholeAmount')
    if (typeof value !== 'string') return undefined
    if (name === 'orderId') return <HoldLink accountId={String(accountId)} id={value} />
    return name === 'disputeId' ? <DisputeLink id={value} /> : undefined
  }
  return <Known of={of} shownAs={shownAs} />
}

const HoldLink = ({ accountId, id }: { accountId: string; id: string }) => (
  <LinkAnchor
    to="/operacao/bloqueios/$account/$hold"
    params={{ account: accountId, hold: id }}
    underline="always"
    inherit
  >
    {id}
  </LinkAnchor>
)

const DisputeLink = ({ id }: { id: string }) => (
  <LinkAnchor to="/operacao/disputas/$dispute" params={{ dispute: id }} underline="always" inherit>
    {id}
  </LinkAnchor>
)
