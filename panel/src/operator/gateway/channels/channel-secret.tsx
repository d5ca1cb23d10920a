// The secret of a channel that is a webhook: replaced, and for a day the old and the new one sign side by side.
import { Text } from '@mantine/core'
import {
  activateChannelSecret,
  type Channel,
  type NewChannel,
  rotateChannelSecret,
} from '../../../api/operator/alert-channels.ts'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { channelWords } from './words.ts'

export function ChannelSecret({ of: channel, onSecret }: { of: Channel; onSecret: (secret: string) => void }) {
  const t = useWords(channelWords)
  const { id, name, nextSecretFrom } = channel
  return (
    <>
      {nextSecretFrom !== null && (
        <Act
          size="xs"
          label={t('rotation.activate')}
          about={name}
          dialog={close => (
            <DecisionDialog
              title={t('rotation.activateTitle')}
              verb={t('rotation.activate')}
              withoutReason
              action={() => activateChannelSecret(id)}
              message={t('rotation.activated')}
              onClose={close}
            >
              <Text>{t('rotation.activateText')}</Text>
            </DecisionDialog>
          )}
        />
      )}
      <Act
        size="xs"
        label={t('rotation.action')}
        about={name}
        dialog={close => (
          <DecisionDialog
            title={t('rotation.title')}
            verb={t('rotation.action')}
            withoutReason
            action={() => rotateChannelSecret(id)}
            onDone={answer => onSecret((answer as NewChannel).secret ?? '')}
            onClose={close}
          >
            <Text>{t('rotation.text')}</Text>
            {nextSecretFrom !== null && <Text fw={600}>{t('rotation.again')}</Text>}
          </DecisionDialog>
        )}
      />
    </>
  )
}
