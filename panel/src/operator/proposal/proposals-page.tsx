// The proposals of operators, and the decision of a second one.
import { getRouteApi } from '@tanstack/react-router'
import { type Proposal, useProposals } from '../../api/operator/proposals.ts'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { PROPOSAL_STATES } from '../filters.ts'
import { ListPage } from '../shared/list-page.tsx'
import { AccountLink, Breaking } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { useKindName } from './kind-name.ts'
import { DecideProposal, ProposalState } from './proposal-parts.tsx'
import { twoWords } from './words.ts'

const route = getRouteApi('/shell/operacao/propostas')

export function ProposalsPage() {
  const t = useWords(twoWords)
  const search = route.useSearch()
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

function useColumns(): Column<Proposal>[] {
  const t = useWords(twoWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'kind', header: t('columns.kind'), cell: proposal => <KindLink proposal={proposal} /> },
    { id: 'account', header: shared('account'), cell: ({ accountId }) => <AccountLink id={accountId} /> },
    { id: 'state', header: shared('status'), cell: ({ state }) => <ProposalState state={state} /> },
    {
      id: 'by',
      header: t('columns.by'),
      cell: ({ proposedBy }) => proposedBy.name ?? <Breaking>{proposedBy.email ?? proposedBy.id}</Breaking>,
    },
    { id: 'reason', header: t('columns.reason'), cell: ({ reason }) => reason },
    { id: 'expires', header: t('columns.expires'), cell: ({ expiresAt }) => <Moment at={expiresAt} form="day" /> },
    { id: 'act', header: shared('choice'), cell: proposal => <DecideProposal proposal={proposal} size="xs" /> },
  ]
}

function KindLink({ proposal: { id, kind } }: { proposal: Proposal }) {
  const kindName = useKindName()
  return (
    <LinkAnchor to="/operacao/propostas/$proposal" params={{ proposal: String(id) }} underline="always" inherit>
      {kindName(kind)}
    </LinkAnchor>
  )
}
