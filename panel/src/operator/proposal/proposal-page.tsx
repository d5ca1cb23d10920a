// One proposal: its effect, its author and reason, and its result.
import { Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Proposal, useProposal } from '../../api/operator/proposals.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { AccountLink, BackLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { useKindName } from './kind-name.ts'
import { DecideProposal, ProposalState } from './proposal-parts.tsx'
import { ProposalValues } from './proposal-values.tsx'
import { twoWords } from './words.ts'

const route = getRouteApi('/shell/operacao/propostas/$proposal')

export function ProposalPage() {
  const t = useWords(twoWords)
  const kindName = useKindName()
  const found = useProposal(route.useParams().proposal)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const proposal = found.data
  const { kind, accountId, payload, outcome } = proposal
  return (
    <>
      <PageHeader
        title={kindName(kind)}
        above={<BackLink to="/operacao/propostas" />}
        actions={<DecideProposal proposal={proposal} />}
      />
      <Stack gap="lg">
        <ProposalSection proposal={proposal} />
        <Section title={t('proposal.payload')}>
          <ProposalValues accountId={accountId} of={payload} />
        </Section>
        {outcome !== null && (
          <Section title={t('proposal.outcome')}>
            <ProposalValues accountId={accountId} of={outcome} />
          </Section>
        )}
      </Stack>
    </>
  )
}

function ProposalSection({ proposal }: { proposal: Proposal }) {
  const t = useWords(twoWords)
  const shared = useWords(operatorWords)
  const { id, accountId, proposedBy, reason, decision } = proposal
  return (
    <Section title={t('proposal.title', { id })} aside={<ProposalState state={proposal.state} />}>
      <Facts
        facts={[
          { name: shared('account'), value: <AccountLink id={accountId} /> },
          { name: t('columns.by'), value: proposedBy.name ?? proposedBy.email ?? proposedBy.id },
          { name: t('columns.reason'), value: reason },
          { name: shared('created'), value: <Moment at={proposal.createdAt} /> },
          decision === null ? { name: t('columns.expires'), value: <Moment at={proposal.expiresAt} /> } : null,
          decision === null ? null : { name: t('proposal.decidedAt'), value: <Moment at={decision.at} /> },
          decision?.by
            ? { name: t('proposal.decidedBy'), value: decision.by.name ?? decision.by.email ?? decision.by.id }
            : null,
          decision?.reason ? { name: t('proposal.decisionReason'), value: decision.reason } : null,
        ]}
      />
    </Section>
  )
}
