// Puts the gateway into recovery by hand. It stops everything that goes out, so the dialog explains the consequences and
// requires a clear confirmation.
import { Alert, Checkbox, List, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { enterRecovery } from '../../api/operator/gateway.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { momentOf } from '../shared/moments.ts'
import { recoveryWords } from './words.ts'

export function EnterRecovery({ isActive }: { isActive: boolean }) {
  const t = useWords(recoveryWords)
  return (
    <Act
      label={t(isActive ? 'widen' : 'enter')}
      dialog={close => <EnterDialog isActive={isActive} onClose={close} />}
    />
  )
}

const CONSEQUENCES = ['pay', 'tell', 'read', 'sell', 'end'] as const

function EnterDialog({ isActive, onClose }: { isActive: boolean; onClose: () => void }) {
  const t = useWords(recoveryWords)
  const [isUnderstood, setUnderstood] = useState(false)
  const [from, setFrom] = useState('')
  return (
    <DecisionDialog
      title={t(isActive ? 'widenTitle' : 'enterTitle')}
      verb={t(isActive ? 'widen' : 'enter')}
      dangerous
      ready={isUnderstood && (!isActive || from !== '')}
      action={({ reason }) => enterRecovery(reason, from === '' ? null : momentOf(from))}
      message={t('entered')}
      onClose={onClose}
    >
      <Alert variant="default" color="red" icon={<IconAlertTriangle />} title={t('whatHappens')}>
        <List size="sm" spacing={4}>
          {CONSEQUENCES.map(one => (
            <List.Item key={one}>{t(`consequence.${one}`)}</List.Item>
          ))}
        </List>
      </Alert>
      <Text>{t('enterAsk')}</Text>
      <TextInput
        type="datetime-local"
        label={t('fromField')}
        description={t(isActive ? 'fromWider' : 'fromHelp')}
        required={isActive}
        value={from}
        onChange={event => setFrom(event.currentTarget.value)}
      />
      <Checkbox
        label={t('understood')}
        checked={isUnderstood}
        onChange={event => setUnderstood(event.currentTarget.checked)}
      />
    </DecisionDialog>
  )
}
