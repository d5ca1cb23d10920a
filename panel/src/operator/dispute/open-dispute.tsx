// Opens a dispute that no PSP reports.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { openDispute } from '../../api/operator/disputes.ts'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { endOf } from '../shared/moments.ts'
import { operatorWords } from '../words.ts'
import { disputeOperatorWords } from './words.ts'

/** `sale`: that one; else it is named in the dialog. */
export function OpenDispute({ sale }: { sale?: string }) {
  const t = useWords(disputeOperatorWords)
  return <Act label={t('open')} dialog={close => <OpenDialog sale={sale ?? ''} onClose={close} />} />
}

function OpenDialog({ sale, onClose }: { sale: string; onClose: () => void }) {
  const t = useWords(disputeOperatorWords)
  const shared = useWords(operatorWords)
  const [saleId, setSaleId] = useState(sale)
  const [kind, setKind] = useState<'CHARGEBACK' | 'MED'>('CHARGEBACK')
  const [amount, setAmount] = useState<number | null>(null)
  const [deadline, setDeadline] = useState('')
  const more = { ...(amount !== null && { amount }), ...(deadline !== '' && { deadline: endOf(deadline) }) }
  return (
    <DecisionDialog
      title={t('open')}
      verb={t('open')}
      ready={saleId.trim() !== ''}
      action={({ reason }) => openDispute({ saleId: saleId.trim(), kind, ...more, reason })}
      onClose={onClose}
    >
      <Text>{t('openAsk')}</Text>
      <TextInput
        label={t('saleId')}
        required
        readOnly={sale !== ''}
        maxLength={40}
        value={saleId}
        onChange={event => setSaleId(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('kind')}
        value={kind}
        onChange={event => setKind(event.currentTarget.value === 'MED' ? 'MED' : 'CHARGEBACK')}
        data={['CHARGEBACK', 'MED']}
      />
      <MoneyInput label={shared('amount')} description={shared('amountAll')} value={amount} onChange={setAmount} />
      <DayInput label={t('openDeadline')} description={t('openDeadlineHelp')} value={deadline} onChange={setDeadline} />
    </DecisionDialog>
  )
}
