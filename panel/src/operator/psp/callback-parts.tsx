// The state of a callback, and its replay.
import { Code, Text } from '@mantine/core'
import { type Callback, replayOne } from '../../api/operator/psps.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { Act, type ActProps } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { pspWords } from './words.ts'

const TONES: Record<Callback['status'], Tone> = {
  waiting: 'waiting',
  dead: 'bad',
  'given-up': 'quiet',
  applied: 'good',
}

export function CallbackState({ status }: Pick<Callback, 'status'>) {
  const t = useWords(pspWords)
  return <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>
}

interface ReplayProps {
  id: number
  preview?: string
  size?: NonNullable<ActProps['size']>
}

export function Replay({ id, preview, size = 'sm' }: ReplayProps) {
  const t = useWords(pspWords)
  return (
    <Act
      size={size}
      label={t('replay')}
      about={String(id)}
      dialog={close => (
        <DecisionDialog
          title={t('replay')}
          verb={t('replay')}
          withoutReason
          action={() => replayOne(id)}
          onClose={close}
        >
          <Text>{t('replayAsk')}</Text>
          {preview !== undefined && (
            <Code block mah={220}>
              {preview}
            </Code>
          )}
        </DecisionDialog>
      )}
    />
  )
}
