// The decision about an anomaly, on its page and on that of its cashout.
import { Text } from '@mantine/core'
import { type Anomaly, decideAnomaly } from '../../api/operator/cashouts.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { operatorWords } from '../words.ts'
import { cashoutOperatorWords } from './words.ts'

export function Decide({ anomaly }: { anomaly: Anomaly }) {
  const t = useWords(cashoutOperatorWords)
  const shared = useWords(operatorWords)
  if (anomaly.decision !== undefined) return null
  if (anomaly.allowedDecisions.length === 0) return <Text c="dimmed">{t('nobody')}</Text>
  const choices = anomaly.allowedDecisions.map(id => ({
    id,
    label: t(`decision.${id}`),
    help: t(`decisionHelp.${id}`),
    dangerous: id !== 'DISMISS' && id !== 'SEND_AGAIN',
  }))
  return (
    <Act
      variant="filled"
      label={shared('decide')}
      dialog={close => (
        <DecisionDialog
          title={t('decideTitle')}
          verb={shared('decide')}
          choices={choices}
          action={({ reason, choice }) => decideAnomaly(anomaly.uuid, choice, reason)}
          message={t('decided')}
          onClose={close}
        />
      )}
    />
  )
}
