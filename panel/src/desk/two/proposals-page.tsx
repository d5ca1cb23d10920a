// What one operator has proposed, and the second one's word.
import { Group, Text } from '@mantine/core'
import { decideProposal, type Proposal, useProposals } from '../../api/desk/two.ts'
import { useSession } from '../../api/session.ts'
import { Moment } from '../../ui/moment.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { Known } from '../known.tsx'
import { ListPage } from '../list-page.tsx'
import { AccountLink, Breaking } from '../parts.tsx'
import { PROPOSAL_STATES, proposalsRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { twoWords } from './words.ts'

const TONES: Record<Proposal['state'], Tone> = {
  OPEN: 'waiting',
  CONFIRMED: 'good',
  REJECTED: 'bad',
  EXPIRED: 'quiet',
  WITHDRAWN: 'quiet',
}
const KINDS = {
  'dispute.forfeit': 'kinds.dispute_forfeit',
  'hold.place': 'kinds.hold_place',
  'hold.lift': 'kinds.hold_lift',
  'hold.take': 'kinds.hold_take',
  correction: 'kinds.correction',
  'day.close': 'kinds.day_close',
  'day.reopen': 'kinds.day_reopen',
} as const
type Verb = 'confirm' | 'reject' | 'withdraw'

export function ProposalsPage() {
  const t = useWords(twoWords)
  const search = proposalsRoute.useSearch()
  return (
    <ListPage
      title={t('proposals.title')}
      description={t('proposals.description')}
      filter={{ field: 'state', value: search.state, options: PROPOSAL_STATES, name: name => t(`state.${name}`) }}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useProposals(search)}
      isGood={search.state === 'OPEN'}
    />
  )
}

function useKindName() {
  const t = useWords(twoWords)
  return (kind: string) => (kind in KINDS ? t(KINDS[kind as keyof typeof KINDS]) : kind)
}

function useColumns(): Column<Proposal>[] {
  const t = useWords(twoWords)
  const shared = useWords(deskWords)
  const kindName = useKindName()
  return [
    { id: 'kind', header: t('columns.kind'), cell: ({ kind }) => kindName(kind) },
    { id: 'account', header: shared('account'), cell: ({ accountId }) => <AccountLink id={accountId} /> },
    {
      id: 'state',
      header: shared('status'),
      cell: ({ state }) => <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>,
    },
    {
      id: 'by',
      header: t('columns.by'),
      cell: ({ proposedBy }) => <Breaking>{proposedBy.email ?? proposedBy.id}</Breaking>,
    },
    { id: 'reason', header: t('columns.reason'), cell: ({ reason }) => reason },
    { id: 'expires', header: t('columns.expires'), cell: ({ expiresAt }) => <Moment at={expiresAt} form="day" /> },
    { id: 'act', header: shared('choice'), cell: proposal => <Decide proposal={proposal} /> },
  ]
}

function Decide({ proposal }: { proposal: Proposal }) {
  const t = useWords(twoWords)
  const { user } = useSession()
  if (proposal.state !== 'OPEN') return '–'
  const verbs: Verb[] = proposal.proposedBy.id === user.id ? ['withdraw'] : ['confirm', 'reject']
  return (
    <Group gap="xs" wrap="nowrap">
      {verbs.map(verb => (
        <Act
          key={verb}
          size="xs"
          label={t(`verb.${verb}`)}
          about={String(proposal.id)}
          dialog={close => <ProposalDialog proposal={proposal} verb={verb} onClose={close} />}
        />
      ))}
    </Group>
  )
}

function ProposalDialog({ proposal, verb, onClose }: { proposal: Proposal; verb: Verb; onClose: () => void }) {
  const t = useWords(twoWords)
  const kindName = useKindName()
  return (
    <DecisionDialog
      title={kindName(proposal.kind)}
      verb={t(`verb.${verb}`)}
      dangerous={verb === 'confirm'}
      deed={({ reason }) => decideProposal(proposal.id, verb, reason)}
      onClose={onClose}
    >
      <Text>{proposal.reason}</Text>
      <Known of={proposal.payload} />
      <Text>{t(`ask.${verb}`)}</Text>
    </DecisionDialog>
  )
}
