// What closes a day, and what opens the last one again.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { type Day, moveDay } from '../../api/desk/reconciliation.ts'
import { DayInput } from '../../ui/filter-bar.tsx'
import { useWords } from '../../words/words.ts'
import { Act, type ActProps } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { deskWords } from '../words.ts'
import { reconciliationDeskWords } from './words.ts'

const WAYS = ['close', 'propose-close'] as const

interface ReopenProps {
  day: Pick<Day, 'day' | 'mayReopen'>
  size?: NonNullable<ActProps['size']>
}

export function Reopen({ day: { day, mayReopen }, size = 'sm' }: ReopenProps) {
  const t = useWords(reconciliationDeskWords)
  const shared = useWords(deskWords)
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
          deed={({ reason }) => moveDay(day, 'reopen', reason)}
          said={shared('proposed')}
          onClose={close}
        >
          <Text>{t('reopenAsk')}</Text>
        </DecisionDialog>
      )}
    />
  )
}

export function CloseDay() {
  const t = useWords(reconciliationDeskWords)
  return <Act label={t('closeDay')} dialog={done => <CloseDialog onClose={done} />} />
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(reconciliationDeskWords)
  const [day, setDay] = useState('')
  return (
    <DecisionDialog
      title={t('closeDay')}
      verb={t('closeDay')}
      choices={WAYS.map(id => ({ id, label: t(`closeWay.${id}`) }))}
      ready={day !== ''}
      deed={({ reason, choice }) => moveDay(day, choice === 'close' ? 'close' : 'propose-close', reason)}
      onClose={onClose}
    >
      <Text>{t('closeAsk')}</Text>
      <DayInput label={t('day')} value={day} onChange={setDay} />
    </DecisionDialog>
  )
}
