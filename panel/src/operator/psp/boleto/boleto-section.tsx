// Boletos of a PSP account: the address of the API that makes them, whether they are sold, whether they have a Pix code, and whether
// that API answers.
import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { changePsp, type PspAccount, usePspKinds } from '../../../api/operator/psps.ts'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { Breaking } from '../../shared/parts.tsx'
import { PspState } from '../psp-state.tsx'
import { CollectFields, NO_COLLECT } from './collect-fields.tsx'
import { boletoWords } from './words.ts'

export function BoletoSection({ psp }: { psp: PspAccount }) {
  const t = useWords(boletoWords)
  const kind = usePspKinds().data?.find(({ kind }) => kind === psp.kind)
  if (kind === undefined || !kind.boletos) return null
  return (
    <Section title={t('title')} aside={<ChangeButton psp={psp} />}>
      <Stack gap="sm">
        {psp.collectBaseUrl === null ? (
          <Text c="dimmed">{t('none')}</Text>
        ) : (
          <Settings psp={psp} address={psp.collectBaseUrl} />
        )}
      </Stack>
    </Section>
  )
}

function Settings({ psp, address }: { psp: PspAccount; address: string }) {
  const t = useWords(boletoWords)
  return (
    <>
      <EnabledSwitch psp={psp} />
      <Facts
        facts={[
          { name: t('address'), value: <Breaking>{address}</Breaking> },
          { name: t('bolepix'), value: t(psp.bolepix ? 'yes' : 'no') },
          { name: t('state'), value: psp.collect === null ? t('notCalled') : <PspState psp={psp.collect} /> },
        ]}
      />
      <Group justify="flex-end">
        <RemoveButton psp={psp} />
      </Group>
    </>
  )
}

function EnabledSwitch({ psp }: { psp: PspAccount }) {
  const t = useWords(boletoWords)
  const isOn = psp.boletoEnabled
  const verb = t(isOn ? 'turnOff' : 'turnOn')
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm">
        <Text>{t('sold')}</Text>
        <StatusBadge tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'on' : 'off')}</StatusBadge>
      </Group>
      <Act
        size="xs"
        label={verb}
        dialog={close => (
          <DecisionDialog
            title={verb}
            verb={t('changeVerb')}
            dangerous={isOn}
            action={({ reason }) => changePsp(psp.id, { boletoEnabled: !isOn }, reason)}
            onClose={close}
          >
            <Text fw={600}>{psp.name}</Text>
            <Text>{t(isOn ? 'askOff' : 'askOn')}</Text>
          </DecisionDialog>
        )}
      />
    </Group>
  )
}

function ChangeButton({ psp }: { psp: PspAccount }) {
  const t = useWords(boletoWords)
  const label = t(psp.collectBaseUrl === null ? 'set' : 'change')
  return (
    <Act
      size="xs"
      label={label}
      about={psp.name}
      dialog={close => <ChangeDialog psp={psp} title={label} onClose={close} />}
    />
  )
}

/** The first address switches boletos on: it is set for that. */
function ChangeDialog({ psp, title, onClose }: { psp: PspAccount; title: string; onClose: () => void }) {
  const t = useWords(boletoWords)
  const { collectBaseUrl, bolepix } = psp
  const [draft, setDraft] = useState(collectBaseUrl === null ? NO_COLLECT : { address: collectBaseUrl, bolepix })
  const address = draft.address.trim()
  const first = collectBaseUrl === null ? { boletoEnabled: true } : {}
  const isAnother = address !== collectBaseUrl || draft.bolepix !== bolepix
  return (
    <DecisionDialog
      title={title}
      verb={t('changeVerb')}
      ready={address !== '' && isAnother}
      action={({ reason }) => changePsp(psp.id, { collectBaseUrl: address, bolepix: draft.bolepix, ...first }, reason)}
      onClose={onClose}
    >
      <Text>{t('changeAsk')}</Text>
      <CollectFields value={draft} onChange={setDraft} />
    </DecisionDialog>
  )
}

const NONE = { collectBaseUrl: null, boletoEnabled: false, bolepix: false }

function RemoveButton({ psp }: { psp: PspAccount }) {
  const t = useWords(boletoWords)
  return (
    <Act
      size="xs"
      label={t('remove')}
      dialog={close => (
        <DecisionDialog
          title={t('remove')}
          verb={t('removeVerb')}
          dangerous
          action={({ reason }) => changePsp(psp.id, NONE, reason)}
          onClose={close}
        >
          <Text fw={600}>{psp.name}</Text>
          <Text>{t('removeAsk')}</Text>
        </DecisionDialog>
      )}
    />
  )
}
