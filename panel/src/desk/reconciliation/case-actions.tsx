// What an operator does about a difference: look after it, explain it, or propose a correction.
import { NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type Case,
  CORRECTION_SIDES,
  type Correction,
  correctCase,
  explainCase,
  ownCase,
} from '../../api/desk/reconciliation.ts'
import { useSession } from '../../api/session.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { deskWords } from '../words.ts'
import { reconciliationDeskWords } from './words.ts'

interface DialogProps {
  found: Case
  onClose: () => void
}

export function CaseActions({ found }: { found: Case }) {
  const t = useWords(reconciliationDeskWords)
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
            deed={() => ownCase(found.uuid, isMine ? null : user.id)}
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
  const t = useWords(reconciliationDeskWords)
  return (
    <DecisionDialog
      title={t('explain')}
      verb={t('explain')}
      deed={({ reason }) => explainCase(found.uuid, reason)}
      onClose={onClose}
    >
      <Text>{t('explainAsk')}</Text>
    </DecisionDialog>
  )
}

function CorrectDialog({ found, onClose }: DialogProps) {
  const t = useWords(reconciliationDeskWords)
  const shared = useWords(deskWords)
  const [accountId, setAccountId] = useState<number | null>(found.accountId)
  const [amount, setAmount] = useState<number | null>(Math.abs(found.difference))
  return (
    <DecisionDialog
      title={t('correct')}
      verb={t('correct')}
      choices={CORRECTION_SIDES.map(id => ({ id, label: t(`side.${id}`) }))}
      ready={accountId !== null && amount !== null}
      deed={({ reason, choice }) =>
        correctCase(found.uuid, {
          accountId: accountId ?? 0,
          side: choice as Correction['side'],
          amount: amount ?? 0,
          reason,
        })
      }
      said={shared('proposed')}
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
