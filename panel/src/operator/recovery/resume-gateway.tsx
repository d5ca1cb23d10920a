// Ends a recovery: the gateway pays out and publishes again.
import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { type Recovery, resume } from '../../api/operator/gateway.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { recoveryWords } from './words.ts'

export function ResumeGateway({ recovery }: { recovery: Recovery }) {
  const t = useWords(recoveryWords)
  return (
    <Act variant="filled" label={t('resume')} dialog={close => <ResumeDialog recovery={recovery} onClose={close} />} />
  )
}

function ResumeDialog({ recovery, onClose }: { recovery: Recovery; onClose: () => void }) {
  const t = useWords(recoveryWords)
  const [force, setForce] = useState(false)
  const { parked: waiting, sweeps } = recovery
  const isRead = sweeps.every(({ done }) => done)
  return (
    <DecisionDialog
      title={t('resume')}
      verb={t('resume')}
      dangerous
      ready={isRead || force}
      action={({ reason }) => resume(reason, force)}
      message={t('resumed')}
      onClose={onClose}
    >
      <Text>{t('resumeAsk')}</Text>
      <Text>{t('leaves', { ...waiting })}</Text>
      {!isRead && (
        <Checkbox label={t('force')} checked={force} onChange={event => setForce(event.currentTarget.checked)} />
      )}
    </DecisionDialog>
  )
}
