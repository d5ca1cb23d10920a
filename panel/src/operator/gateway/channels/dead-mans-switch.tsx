// The dead man's switch: the address outside that hears from the gateway while it is well.
import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { removeSwitch, type Switch, setSwitch, useSwitch } from '../../../api/operator/alert-channels.ts'
import { ErrorState, LoadingBlock } from '../../../ui/feedback/states.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { Moment } from '../../../ui/values/moment.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { channelWords } from './words.ts'

const LOOK_EVERY_MS = 10_000

export function DeadMansSwitch() {
  const t = useWords(channelWords)
  const found = useSwitch(LOOK_EVERY_MS)
  if (found.isPending) return <LoadingBlock height={140} />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  return (
    <Section title={t('alive.title')} aside={<Actions of={found.data} />}>
      <Stack gap="md">
        <Text c="dimmed">{t('alive.text')}</Text>
        {found.data.configured ? <Standing of={found.data} /> : <Text>{t('alive.off')}</Text>}
      </Stack>
    </Section>
  )
}

function Standing({ of: { shown, method, everySeconds, lastSentAt, lastError, held } }: { of: Switch }) {
  const t = useWords(channelWords)
  return (
    <Facts
      areBeside
      facts={[
        { name: t('alive.shown'), value: `${method} ${shown}` },
        { name: t('alive.every'), value: String(everySeconds) },
        { name: t('alive.last'), value: lastSentAt === null ? t('never') : <Moment at={lastSentAt} /> },
        lastError === null ? null : { name: t('alive.error'), value: lastError },
        held === null ? null : { name: t('alive.held'), value: held },
      ]}
    />
  )
}

function Actions({ of: { configured } }: { of: Switch }) {
  const t = useWords(channelWords)
  return (
    <Group gap="xs">
      <Act label={t('alive.set')} dialog={close => <SetDialog onClose={close} />} />
      {configured && (
        <Act
          label={t('alive.remove')}
          about={t('alive.title')}
          dialog={close => (
            <DecisionDialog
              title={t('alive.title')}
              verb={t('alive.remove')}
              dangerous
              withoutReason
              action={removeSwitch}
              onClose={close}
            >
              <Text>{t('alive.removeAsk')}</Text>
            </DecisionDialog>
          )}
        />
      )}
    </Group>
  )
}

const METHODS = ['POST', 'GET'] as const

function SetDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(channelWords)
  const [url, setUrl] = useState('')
  const [method, setMethod] = useState<(typeof METHODS)[number]>('POST')
  const [every, setEvery] = useState('60')
  const everySeconds = /^\d{2,4}$/.test(every) ? Number(every) : 0
  return (
    <DecisionDialog
      title={t('alive.title')}
      verb={t('alive.setVerb')}
      withoutReason
      ready={url.trim() !== '' && everySeconds >= 30 && everySeconds <= 3_600}
      action={() => setSwitch({ url: url.trim(), method, everySeconds })}
      onClose={onClose}
    >
      <Stack gap="md">
        <TextInput
          label={t('alive.shown')}
          description={t('fields.urlHelp')}
          type="url"
          required
          autoComplete="off"
          maxLength={2048}
          value={url}
          onChange={event => setUrl(event.currentTarget.value)}
        />
        <NativeSelect
          label={t('alive.method')}
          value={method}
          onChange={event => setMethod(METHODS.find(one => one === event.currentTarget.value) ?? 'POST')}
          data={[...METHODS]}
        />
        <TextInput
          label={t('alive.every')}
          inputMode="numeric"
          maxLength={4}
          value={every}
          onChange={event => setEvery(event.currentTarget.value)}
        />
      </Stack>
    </DecisionDialog>
  )
}
