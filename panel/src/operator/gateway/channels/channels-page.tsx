// The channels of alerts: where each leads, what it hears of, how it stands; a test; and the dead man's switch.
import { Box, Group, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type Channel,
  removeChannel,
  type Tested,
  testChannel,
  useChannels,
} from '../../../api/operator/alert-channels.ts'
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx'
import type { Column } from '../../../ui/tables/rows-table.tsx'
import { Moment, momentText } from '../../../ui/values/moment.tsx'
import { SecretDialog } from '../../../ui/values/secret-dialog.tsx'
import { useLanguage } from '../../../words/use-language.ts'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { ListPage } from '../../shared/list-page.tsx'
import { Breaking } from '../../shared/parts.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { ChannelSecret } from './channel-secret.tsx'
import { DeadMansSwitch } from './dead-mans-switch.tsx'
import { channelWords } from './words.ts'

const LOOK_EVERY_MS = 10_000

export function ChannelsPage() {
  const t = useWords(channelWords)
  const [secret, setSecret] = useState<string | null>(null)
  const add = (
    <Act
      label={t('add')}
      variant="filled"
      dialog={close => <ChannelDialog channel={null} onSecret={setSecret} onClose={close} />}
    />
  )
  return (
    <>
      <ListPage
        title={t('title')}
        description={t('description')}
        actions={add}
        columns={useColumns(setSecret)}
        rowKey={({ id }) => id}
        list={useChannels(LOOK_EVERY_MS)}
        hasSizes={false}
      />
      <Box mt="lg">
        <DeadMansSwitch />
      </Box>
      <SecretDialog secret={secret} text={t('secret')} onClose={() => setSecret(null)} />
    </>
  )
}

function useColumns(onSecret: (secret: string) => void): Column<Channel>[] {
  const t = useWords(channelWords)
  return [
    { id: 'name', header: t('columns.name'), cell: channel => <Name of={channel} /> },
    { id: 'hears', header: t('columns.hears'), cell: channel => <Hears of={channel} /> },
    { id: 'state', header: t('columns.state'), cell: channel => <State of={channel} /> },
    {
      id: 'last',
      header: t('columns.last'),
      cell: ({ lastSentAt }) => (lastSentAt === null ? t('never') : <Moment at={lastSentAt} />),
    },
    { id: 'act', header: t('columns.act'), cell: channel => <Actions of={channel} onSecret={onSecret} /> },
  ]
}

const Quiet = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" component="div">
    <Breaking>{children}</Breaking>
  </Text>
)

function Name({ of: { name, kind, shown, toOperators } }: { of: Channel }) {
  const t = useWords(channelWords)
  return (
    <>
      <Breaking>{name}</Breaking>
      <Quiet>{t(`kinds.${kind}`)}</Quiet>
      <Quiet>{toOperators ? t('operators') : shown}</Quiet>
    </>
  )
}

function Hears({ of: { minSeverity, codes, quietHours, repeat } }: { of: Channel }) {
  const t = useWords(channelWords)
  return (
    <>
      {t(`from.${minSeverity}`)}
      {codes.length > 0 && <Quiet>{t('onlyCodes', { count: codes.length })}</Quiet>}
      {quietHours !== null && <Quiet>{t('quiet', { from: quietHours.from, to: quietHours.to })}</Quiet>}
      {repeat !== null && <Quiet>{t('repeats', { minutes: repeat.everyMinutes, max: repeat.max })}</Quiet>}
    </>
  )
}

const TONES: Record<Channel['state'], Tone> = { OK: 'good', FAILING: 'bad', OFF: 'quiet', NO_MAIL: 'attention' }

function State({ of: { state, lastError, waiting, nextSecretFrom } }: { of: Channel }) {
  const t = useWords(channelWords)
  const { locale } = useLanguage()
  return (
    <>
      <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>
      {lastError !== null && <Quiet>{lastError}</Quiet>}
      {waiting > 0 && <Quiet>{t('waiting', { count: waiting })}</Quiet>}
      {nextSecretFrom !== null && <Quiet>{t('rotation.waits', { at: momentText(nextSecretFrom, locale) })}</Quiet>}
    </>
  )
}

function Actions({ of: channel, onSecret }: { of: Channel; onSecret: (secret: string) => void }) {
  const t = useWords(channelWords)
  const { id, name } = channel
  return (
    <Group gap="xs">
      <Act
        size="xs"
        label={t('test')}
        about={name}
        dialog={close => (
          <DecisionDialog
            title={t('test')}
            verb={t('test')}
            withoutReason
            action={() => testChannel(id)}
            message={answer => {
              const { delivered, error } = answer as Tested
              return delivered ? t('tested') : t('testFailed', { error: error ?? '' })
            }}
            onClose={close}
          >
            <Text>{t('testAsk', { shown: channel.toOperators ? t('operators') : channel.shown })}</Text>
          </DecisionDialog>
        )}
      />
      <Act
        size="xs"
        label={t('change')}
        about={name}
        dialog={close => <ChannelDialog channel={channel} onSecret={onSecret} onClose={close} />}
      />
      {channel.kind === 'WEBHOOK' && <ChannelSecret of={channel} onSecret={onSecret} />}
      <Act
        size="xs"
        label={t('remove')}
        about={name}
        dialog={close => (
          <DecisionDialog
            title={t('remove')}
            verb={t('remove')}
            dangerous
            withoutReason
            action={() => removeChannel(id)}
            onClose={close}
          >
            <Text>{t('removeAsk', { name })}</Text>
          </DecisionDialog>
        )}
      />
    </Group>
  )
}
