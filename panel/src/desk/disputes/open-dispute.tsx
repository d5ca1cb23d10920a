// Opens a dispute that no provider tells of.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { openDispute } from '../../api/desk/disputes.ts'
import { DayInput } from '../../ui/filter-bar.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { endOf } from '../moments.ts'
import { deskWords } from '../words.ts'
import { disputeDeskWords } from './words.ts'

export function OpenDispute() {
  const t = useWords(disputeDeskWords)
  return <Act label={t('open')} dialog={close => <OpenDialog onClose={close} />} />
}

function OpenDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(disputeDeskWords)
  const shared = useWords(deskWords)
  const [saleId, setSaleId] = useState('')
  const [kind, setKind] = useState<'CHARGEBACK' | 'MED'>('CHARGEBACK')
  const [amount, setAmount] = useState<number | null>(null)
  const [deadline, setDeadline] = useState('')
  const more = { ...(amount !== null && { amount }), ...(deadline !== '' && { deadline: endOf(deadline) }) }
  return (
    <DecisionDialog
      title={t('open')}
      verb={t('open')}
      ready={saleId.trim() !== ''}
      deed={({ reason }) => openDispute({ saleId: saleId.trim(), kind, ...more, reason })}
      onClose={onClose}
    >
      <Text>{t('openAsk')}</Text>
      <TextInput
        label={t('saleId')}
        required
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
