// The switch for the cashouts of every account.
import { Group, Text } from '@mantine/core'
import { throwSwitch, useSwitches } from '../../api/operator/accounts.ts'
import { ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { LOOK_EVERY_MS } from './use-attention.tsx'
import { startWords } from './words.ts'

export function SwitchSection() {
  const t = useWords(startWords)
  const switches = useSwitches(LOOK_EVERY_MS)
  if (switches.isPending) return <LoadingBlock height={132} />
  if (switches.isLoadingError) return <ErrorState error={switches.error} retry={() => void switches.refetch()} />
  const isOn = switches.data.apiCashoutEnabled
  const badge = <StatusBadge tone={isOn ? 'good' : 'bad'}>{t(isOn ? 'switch.on' : 'switch.off')}</StatusBadge>
  return (
    <Section title={t('switch.title')} aside={badge}>
      <Group justify="space-between" gap="md">
        <Text flex={1} miw={220}>
          {t(isOn ? 'switch.onText' : 'switch.offText')}
        </Text>
        <Act
          label={t(isOn ? 'switch.turnOff' : 'switch.turnOn')}
          {...(isOn ? { variant: 'default' } : { variant: 'filled' })}
          dialog={close => <SwitchDialog isOn={isOn} onClose={close} />}
        />
      </Group>
    </Section>
  )
}

function SwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const t = useWords(startWords)
  return (
    <DecisionDialog
      title={t(isOn ? 'switch.offTitle' : 'switch.onTitle')}
      verb={t(isOn ? 'switch.turnOff' : 'switch.turnOn')}
      dangerous={isOn}
      action={({ reason }) => throwSwitch(!isOn, reason)}
      message={t(isOn ? 'switch.offDone' : 'switch.onDone')}
      onClose={onClose}
    >
      <Text>{t(isOn ? 'switch.offAsk' : 'switch.onAsk')}</Text>
    </DecisionDialog>
  )
}
