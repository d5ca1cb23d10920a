// The state of a proposal, and the second operator's decision.
import { Group, Text } from '@mantine/core'
import { decideProposal, type Proposal, type ProposalVerb } from '../../api/operator/proposals.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { Facts } from '../../ui/layout/section.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { Act, type ActProps } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { AccountLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { useKindName } from './kind-name.ts'
import { ProposalValues } from './proposal-values.tsx'
import { twoWords } from './words.ts'

const TONES: Record<Proposal['state'], Tone> = {
  OPEN: 'waiting',
  CONFIRMED: 'good',
  REJECTED: 'bad',
  EXPIRED: 'quiet',
  WITHDRAWN: 'quiet',
}

export function ProposalState({ state }: Pick<Proposal, 'state'>) {
  const t = useWords(twoWords)
  return <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>
}

interface DecideProps {
  proposal: Proposal
  size?: NonNullable<ActProps['size']>
}

/** The gateway sends with each proposal what this operator may do with it. */
export function DecideProposal({ proposal, size = 'sm' }: DecideProps) {
  const t = useWords(twoWords)
  const { locale } = useLanguage()
  const { you } = proposal
  if (proposal.state !== 'OPEN' || you === undefined) return null
  const verbs: ProposalVerb[] = [
    ...(you.mayConfirm ? (['confirm'] as const) : []),
    ...(you.mayReject ? (['reject'] as const) : []),
    ...(you.mayWithdraw ? (['withdraw'] as const) : []),
  ]
  return (
    <Group gap="xs" wrap="nowrap">
      {you.mayConfirmFrom !== null && (
        <Text size="sm">{t('notYet', { moment: momentText(you.mayConfirmFrom, locale) })}</Text>
      )}
      {you.mayNotBecause === 'AUTHOR_LEFT' && <Text size="sm">{t('authorLeft')}</Text>}
      {verbs.map(verb => (
        <Act
          key={verb}
          size={size}
          label={t(`verb.${verb}`)}
          about={String(proposal.id)}
          dialog={close => <ProposalDialog proposal={proposal} verb={verb} onClose={close} />}
        />
      ))}
    </Group>
  )
}

function ProposalDialog({ proposal, verb, onClose }: { proposal: Proposal; verb: ProposalVerb; onClose: () => void }) {
  const t = useWords(twoWords)
  const shared = useWords(operatorWords)
  const kindName = useKindName()
  return (
    <DecisionDialog
      title={kindName(proposal.kind)}
      verb={t(`verb.${verb}`)}
      dangerous={verb === 'confirm'}
      action={({ reason }) => decideProposal(proposal.id, verb, reason)}
      onClose={onClose}
    >
      <Text>{proposal.reason}</Text>
      <Facts facts={[{ name: shared('account'), value: <AccountLink id={proposal.accountId} /> }]} />
      <ProposalValues accountId={proposal.accountId} of={proposal.payload} />
      <Text>{t(`ask.${verb}`)}</Text>
    </DecisionDialog>
  )
}
