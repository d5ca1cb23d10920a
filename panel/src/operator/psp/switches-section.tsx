// The uses of a PSP account, its name, its address, and its fallback.
import { Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { changePsp, type PspAccount } from '../../api/operator/psps.ts'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { PspSelect } from './psp-select.tsx'
import { ServiceSwitch } from './service/service-parts.tsx'
import { pspWords } from './words.ts'

const WAYS = ['payIn', 'payOut'] as const

export function SwitchesSection({ psp }: { psp: PspAccount }) {
  const t = useWords(pspWords)
  const change = (
    <Act size="xs" label={t('change')} about={psp.name} dialog={close => <ChangeDialog psp={psp} onClose={close} />} />
  )
  return (
    <Section title={t('use')} aside={change}>
      <Stack gap="sm">
        {WAYS.map(way => (
          <ServiceSwitch
            key={way}
            psp={psp}
            name={t(`columns.${way}`)}
            isOn={psp[`${way}Enabled`]}
            turnOn={{ verb: t(`${way}On`), question: t(`ask.${way}On`) }}
            turnOff={{ verb: t(`${way}Off`), question: t(`ask.${way}Off`) }}
            change={isOn => (way === 'payIn' ? { payInEnabled: isOn } : { payOutEnabled: isOn })}
          />
        ))}
      </Stack>
    </Section>
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
