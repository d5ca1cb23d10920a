// A channel is added or changed in a dialog. The secret of a new webhook is shown once, after it.
import { useState } from 'react'
import { addChannel, type Channel, changeChannel, type NewChannel } from '../../../api/operator/alert-channels.ts'
import { useWords } from '../../../words/words.ts'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { changeOf, draftOf, EMPTY, isWhole } from './draft.ts'
import { channelWords } from './words.ts'

interface ChannelDialogProps {
  /** null: a new one. */
  channel: Channel | null
  onSecret: (secret: string) => void
  onClose: () => void
}

export function ChannelDialog({ channel, onSecret, onClose }: ChannelDialogProps) {
  const t = useWords(channelWords)
  const [draft, setDraft] = useState(channel === null ? EMPTY : draftOf(channel))
  const change = () => changeOf(draft, channel)
  return (
    <DecisionDialog
      title={channel === null ? t('add') : channel.name}
      verb={channel === null ? t('addVerb') : t('change')}
      withoutReason
      ready={isWhole(draft, channel === null)}
      action={() =>
        channel === null ? addChannel({ ...change(), kind: draft.kind }) : changeChannel(channel.id, change())
      }
      onDone={answer => {
        const { secret = null } = answer as Partial<NewChannel>
        if (secret !== null) onSecret(secret)
      }}
      onClose={onClose}
    >
      <ChannelFields isNew={channel === null} value={draft} onChange={setDraft} />
    </DecisionDialog>
  )
}
