// Asks once more before a person agrees to a change of the rules, or takes it back.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type PayoutRules, type Proposal, useAgree, useRejectProposal } from '../../api/account/payout-rules.ts'
import { Problem } from '../../api/problem.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { useWords } from '../../words/words.ts'
import { ruleWords } from '../words.ts'

export type Word = 'agree' | 'reject'

export interface ProposalDialogProps {
  word: Word
  proposal: Proposal
  onChanged: (after: PayoutRules) => void
  onClose: () => void
}

export function ProposalDialog({ word, proposal, onChanged, onClose }: ProposalDialogProps) {
  const t = useWords(ruleWords)
  const agree = useAgree()
  const reject = useRejectProposal()
  const onSuccess = (after: PayoutRules) => {
    notifications.show({ message: t(word === 'agree' ? 'proposal.agreed' : 'proposal.rejected') })
    onChanged(after)
    onClose()
  }
  const confirm = () =>
    word === 'agree' ? agree.mutate(proposal.change, { onSuccess }) : reject.mutate(undefined, { onSuccess })
  const { isPending, error } = word === 'agree' ? agree : reject
  const isOther = error instanceof Problem && error.code === 'CONFLICT'
  return (
    <ConfirmDialog
      opened
      title={t(`proposal.${word}Title`)}
      verb={t(`proposal.${word}`)}
      pending={isPending}
      error={isOther ? null : error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>{t(`proposal.${word}Text`)}</Text>
      {isOther && (
        <Text c="error" role="alert">
          {t('proposal.changed')}
        </Text>
      )}
    </ConfirmDialog>
  )
}
