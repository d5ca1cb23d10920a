// An operator's actions on a difference: take it over, explain it, or propose a correction.
import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../api/access/session.ts'
import {
  type Case,
  CORRECTION_SIDES,
  type Correction,
  correctCase,
  explainCase,
  ownCase,
} from '../../api/operator/reconciliation.ts'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { operatorWords } from '../words.ts'
import { reconciliationOperatorWords } from './words.ts'

interface DialogProps {
  found: Case
  onClose: () => void
}

export function CaseActions({ found }: { found: Case }) {
  const t = useWords(reconciliationOperatorWords)
  const { user } = useSession()
  const isMine = found.owner === user.id
  const verb = t(isMine ? 'disown' : 'own')
  return (
    <>
      <Act
        label={verb}
        dialog={close => (
          <DecisionDialog
            title={verb}
            verb={verb}
            withoutReason
            action={() => ownCase(found.uuid, isMine ? null : user.id)}
            onClose={close}
          >
            <Text>{t(isMine ? 'disownAsk' : 'ownAsk')}</Text>
          </DecisionDialog>
        )}
      />
      <Act label={t('explain')} dialog={close => <ExplainDialog found={found} onClose={close} />} />
      <Act label={t('correct')} dialog={close => <CorrectDialog found={found} onClose={close} />} />
    </>
  )
}

function ExplainDialog({ found, onClose }: DialogProps) {
  const t = useWords(reconciliationOperatorWords)
  return (
    <DecisionDialog
      title={t('explain')}
      verb={t('explain')}
      action={({ reason }) => explainCase(found.uuid, reason)}
      onClose={onClose}
    >
      <Text>{t('explainAsk')}</Text>
    </DecisionDialog>
  )
}

function CorrectDialog({ found, onClose }: DialogProps) {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  const [accountId, setAccountId] = useState<number | null>(found.accountId)
  const [amount, setAmount] = useState<number | null>(Math.abs(found.difference))
  return (
    <DecisionDialog
      title={t('correct')}
      verb={t('correct')}
      choices={CORRECTION_SIDES.map(id => ({ id, label: t(`side.${id}`) }))}
      ready={accountId !== null && amount !== null}
      action={({ reason, choice }) =>
        correctCase(found.uuid, {
          accountId: accountId ?? 0,
          side: choice as Correction['side'],
          amount: amount ?? 0,
          reason,
        })
      }
      message={shared('proposed')}
      onClose={onClose}
    >
      <Text>{t('correctAsk')}</Text>
      <NumberInput
        label={t('target')}
        required
        hideControls
        allowDecimal={false}
        min={1}
        value={accountId ?? ''}
        onChange={id => setAccountId(id === '' ? null : Number(id))}
      />
      <MoneyInput label={shared('amount')} required value={amount} onChange={setAmount} />
    </DecisionDialog>
  )
}
