// How an operator answers a dispute: a defence, or its end for one side.
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import {
  type Dispute,
  type DisputeWithSteps,
  defend,
  forfeit,
  recordHandedIn,
  release,
} from '../../api/operator/disputes.ts'
import { type DraftEvidence, evidenceOf, isReady, MAX_DEFENCE } from '../../dispute/defence/evidence.ts'
import { EvidenceFields } from '../../dispute/defence/evidence-fields.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { operatorWords } from '../words.ts'
import { disputeOperatorWords } from './words.ts'

export function DisputeActions({ dispute }: { dispute: DisputeWithSteps }) {
  const t = useWords(disputeOperatorWords)
  const { mayDefend, mayHandIn, mayRelease, mayForfeit } = dispute.you
  return (
    <>
      {mayDefend && (
        <Act
          variant="filled"
          label={t('defend')}
          dialog={close => <DefendDialog dispute={dispute} onClose={close} />}
        />
      )}
      {mayHandIn && (
        <Act
          variant="filled"
          label={t('handIn')}
          dialog={close => <HandInDialog dispute={dispute} onClose={close} />}
        />
      )}
      {mayRelease && <Act label={t('release')} dialog={close => <ReleaseDialog dispute={dispute} onClose={close} />} />}
      {mayForfeit && <Act label={t('forfeit')} dialog={close => <ForfeitDialog dispute={dispute} onClose={close} />} />}
    </>
  )
}

interface DialogProps {
  dispute: Dispute
  onClose: () => void
}

function DefendDialog({ dispute, onClose }: DialogProps & { dispute: DisputeWithSteps }) {
  const t = useWords(disputeOperatorWords)
  const [justification, setJustification] = useState('')
  const [evidence, setEvidence] = useState<DraftEvidence[]>([])
  return (
    <DecisionDialog
      title={t('defend')}
      verb={t('defend')}
      withoutReason
      ready={isReady(justification, evidence)}
      action={() => defend(dispute.uuid, justification.trim(), evidenceOf(evidence))}
      message={t('sent')}
      onClose={onClose}
    >
      <Text>{t(dispute.you.defenceGoesTo === 'PSP' ? 'defendAsk' : 'defendKept')}</Text>
      <Textarea
        label={t('justification')}
        required
        autosize
        minRows={4}
        maxLength={MAX_DEFENCE}
        value={justification}
        onChange={event => setJustification(event.currentTarget.value)}
      />
      <EvidenceFields value={evidence} onChange={setEvidence} />
    </DecisionDialog>
  )
}

function HandInDialog({ dispute, onClose }: DialogProps) {
  const t = useWords(disputeOperatorWords)
  return (
    <DecisionDialog
      title={t('handIn')}
      verb={t('handIn')}
      action={({ reason }) => recordHandedIn(dispute.uuid, reason)}
      message={t('handInDone')}
      onClose={onClose}
    >
      <Text>{t('handInAsk')}</Text>
    </DecisionDialog>
  )
}

function ReleaseDialog({ dispute, onClose }: DialogProps) {
  const t = useWords(disputeOperatorWords)
  return (
    <DecisionDialog
      title={t('release')}
      verb={t('release')}
      action={({ reason }) => release(dispute.uuid, reason)}
      message={t('ended')}
      onClose={onClose}
    >
      <Text>{t('releaseAsk')}</Text>
    </DecisionDialog>
  )
}

/** Another operator has to confirm that it is lost. */
const takesTwo = ({ pspDisputeId, kind }: Dispute): boolean => pspDisputeId === null || kind === 'CHARGEBACK'

function ForfeitDialog({ dispute, onClose }: DialogProps) {
  const t = useWords(disputeOperatorWords)
  const shared = useWords(operatorWords)
  const [amount, setAmount] = useState<number | null>(null)
  return (
    <DecisionDialog
      title={t('forfeit')}
      verb={t('forfeit')}
      dangerous
      action={({ reason }) => forfeit(dispute.uuid, amount, reason)}
      message={takesTwo(dispute) ? shared('proposed') : t('ended')}
      onClose={onClose}
    >
      <Text>{t('forfeitAsk')}</Text>
      <MoneyInput label={shared('amount')} description={shared('amountAll')} value={amount} onChange={setAmount} />
    </DecisionDialog>
  )
}
