// The uses of a PSP account, its name, its address, and its fallback.
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changePsp, type PspAccount } from '../../api/operator/psps.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { PspSelect } from './psp-select.tsx'
import { pspWords } from './words.ts'

export function SwitchesSection({ psp }: { psp: PspAccount }) {
  const t = useWords(pspWords)
  const change = (
    <Act size="xs" label={t('change')} about={psp.name} dialog={close => <ChangeDialog psp={psp} onClose={close} />} />
  )
  return (
    <Section title={t('use')} aside={change}>
      <Stack gap="sm">
        <Switch psp={psp} way="payIn" />
        <Switch psp={psp} way="payOut" />
      </Stack>
    </Section>
  )
}

function Switch({ psp, way }: { psp: PspAccount; way: 'payIn' | 'payOut' }) {
  const t = useWords(pspWords)
  const isOn = way === 'payIn' ? psp.payInEnabled : psp.payOutEnabled
  const verb = t(`${way}${isOn ? 'Off' : 'On'}`)
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap="sm">
        <Text>{t(`columns.${way}`)}</Text>
        <StatusBadge tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'on' : 'off')}</StatusBadge>
      </Group>
      <Act
        size="xs"
        label={verb}
        dialog={close => (
          <DecisionDialog
            title={verb}
            verb={t('change')}
            dangerous={isOn}
            action={({ reason }) =>
              changePsp(psp.id, way === 'payIn' ? { payInEnabled: !isOn } : { payOutEnabled: !isOn }, reason)
            }
            onClose={close}
          >
            <Text fw={600}>{psp.name}</Text>
            <Text>{t(`ask.${way}${isOn ? 'Off' : 'On'}`)}</Text>
          </DecisionDialog>
        )}
      />
    </Group>
  )
}

function ChangeDialog({ psp, onClose }: { psp: PspAccount; onClose: () => void }) {
  const t = useWords(pspWords)
  const [name, setName] = useState(psp.name)
  const [baseUrl, setBaseUrl] = useState(psp.baseUrl)
  const [fallback, setFallback] = useState(psp.fallbackPspAccountId)
  const change = {
    ...(name.trim() !== psp.name && { name: name.trim() }),
    ...(baseUrl.trim() !== psp.baseUrl && { baseUrl: baseUrl.trim() }),
    ...(fallback !== psp.fallbackPspAccountId && { fallbackPspAccountId: fallback }),
  }
  return (
    <DecisionDialog
      title={t('changeTitle', { name: psp.name })}
      verb={t('change')}
      ready={Object.keys(change).length > 0 && name.trim() !== '' && baseUrl.trim() !== ''}
      action={({ reason }) => changePsp(psp.id, change, reason)}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('baseUrl')}
        description={t('baseUrlHelp')}
        type="url"
        maxLength={300}
        autoComplete="off"
        value={baseUrl}
        onChange={event => setBaseUrl(event.currentTarget.value)}
      />
      <PspSelect
        label={t('fallback')}
        description={t('fallbackHelp')}
        none={t('noFallback')}
        value={fallback}
        onChange={setFallback}
        among={other => other.id !== psp.id && other.environment === psp.environment}
      />
    </DecisionDialog>
  )
}
