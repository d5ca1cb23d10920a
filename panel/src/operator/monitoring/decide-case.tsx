// What an operator decides of a case: nothing to report, reported to COAF, or that it is looked at once more.
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { decideMonitoringCase, type WholeCase } from '../../api/operator/monitoring/cases.ts'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { monitoringWords } from './words.ts'

interface DialogProps {
  found: WholeCase
  onClose: () => void
}

export function DecideCase({ found }: { found: WholeCase }) {
  const t = useWords(monitoringWords)
  if (found.state === 'OPEN')
    return <Act label={t('decide')} variant="filled" dialog={close => <DecideDialog found={found} onClose={close} />} />
  return <Act label={t('reopen')} dialog={close => <ReopenDialog found={found} onClose={close} />} />
}

const MAX_PROTOCOL = 100

function DecideDialog({ found, onClose }: DialogProps) {
  const t = useWords(monitoringWords)
  const [protocol, setProtocol] = useState('')
  const [chosen, setChosen] = useState('')
  const isReport = chosen === 'REPORTED'
  return (
    <DecisionDialog
      title={t('decide')}
      verb={t('decide')}
      choices={[
        { id: 'DISMISSED', label: t('dismiss'), help: t('dismissHelp') },
        { id: 'REPORTED', label: t('report'), help: t('reportHelp') },
      ]}
      onChoice={setChosen}
      longReason
      ready={!isReport || protocol.trim() !== ''}
      action={({ reason, choice }) =>
        decideMonitoringCase(found.uuid, {
          decision: choice as 'DISMISSED' | 'REPORTED',
          reason,
          ...(choice === 'REPORTED' && { protocol: protocol.trim() }),
        })
      }
      message={t('decided')}
      onClose={onClose}
      further={
        isReport && (
          <TextInput
            label={t('protocol')}
            description={t('protocolHelp')}
            required
            autoComplete="off"
            maxLength={MAX_PROTOCOL}
            value={protocol}
            onChange={event => setProtocol(event.currentTarget.value)}
          />
        )
      }
    >
      <Text>{t('decideAsk')}</Text>
    </DecisionDialog>
  )
}

function ReopenDialog({ found, onClose }: DialogProps) {
  const t = useWords(monitoringWords)
  return (
    <DecisionDialog
      title={t('reopen')}
      verb={t('reopen')}
      longReason
      action={({ reason }) => decideMonitoringCase(found.uuid, { decision: 'REOPENED', reason })}
      message={t('decided')}
      onClose={onClose}
    >
      <Text>{t('reopenAsk')}</Text>
    </DecisionDialog>
  )
}
