// Closes a day, and opens the last one again.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { type Day, moveDay } from '../../api/operator/reconciliation.ts'
import { DayInput } from '../../ui/filters/filter-bar.tsx'
import { useWords } from '../../words/words.ts'
import { Act, type ActProps } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { operatorWords } from '../words.ts'
import { reconciliationOperatorWords } from './words.ts'

const WAYS = ['close', 'propose-close'] as const

interface ReopenProps {
  day: Pick<Day, 'day' | 'mayReopen'>
  size?: NonNullable<ActProps['size']>
}

export function Reopen({ day: { day, mayReopen }, size = 'sm' }: ReopenProps) {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  if (!mayReopen) return null
  return (
    <Act
      size={size}
      label={t('reopen')}
      about={day}
      dialog={close => (
        <DecisionDialog
          title={t('reopen')}
          verb={t('reopen')}
          dangerous
          action={({ reason }) => moveDay(day, 'reopen', reason)}
          message={shared('proposed')}
          onClose={close}
        >
          <Text>{t('reopenAsk')}</Text>
        </DecisionDialog>
      )}
    />
  )
}

export function CloseDay() {
  const t = useWords(reconciliationOperatorWords)
  return <Act label={t('closeDay')} dialog={done => <CloseDialog onClose={done} />} />
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  const [way, setWay] = useState('')
  const [day, setDay] = useState('')
  return (
    <DecisionDialog
      title={t('closeDay')}
      verb={t('closeDay')}
      choices={WAYS.map(id => ({ id, label: t(`closeWay.${id}`) }))}
      onChoice={setWay}
      ready={day !== ''}
      action={({ reason, choice }) => moveDay(day, choice === 'close' ? 'close' : 'propose-close', reason)}
      {...(way === 'propose-close' && { message: shared('proposed') })}
      onClose={onClose}
    >
      <Text>{t('closeAsk')}</Text>
      <DayInput label={t('day')} value={day} onChange={setDay} />
    </DecisionDialog>
  )
}
