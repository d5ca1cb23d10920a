// Says that the house is in recovery, where it is, and lets a person end that.
import { Alert, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { resume, useRecovery } from '../../api/desk/house.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { LOOK_EVERY_MS } from './use-attention.ts'
import { startWords } from './words.ts'

export function RecoverySection() {
  const t = useWords(startWords)
  const { data } = useRecovery(LOOK_EVERY_MS)
  if (data === undefined || !data.active) return null
  return (
    <Alert color="red" variant="default" title={t('recovery.title')} role="alert">
      <Stack gap="sm">
        <Text>{t('recovery.text')}</Text>
        {data.reason !== null && (
          <Text size="sm" lang="en">
            {data.reason}
          </Text>
        )}
        <Group>
          <Act label={t('recovery.resume')} dialog={close => <ResumeDialog onClose={close} />} />
        </Group>
      </Stack>
    </Alert>
  )
}

function ResumeDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(startWords)
  const [force, setForce] = useState(false)
  return (
    <DecisionDialog
      title={t('recovery.resume')}
      verb={t('recovery.resume')}
      dangerous
      deed={({ reason }) => resume(reason, force)}
      said={t('recovery.done')}
      onClose={onClose}
    >
      <Text>{t('recovery.ask')}</Text>
      <Checkbox label={t('recovery.force')} checked={force} onChange={event => setForce(event.currentTarget.checked)} />
    </DecisionDialog>
  )
}
