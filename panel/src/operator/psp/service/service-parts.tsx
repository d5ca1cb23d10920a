// What every service of a PSP account has in its section: a switch for each thing that is done here, and the way to take its settings away.
import { Group, Text } from '@mantine/core'
import type { Action } from '../../../api/operator/operator.ts'
import { changePsp, type PspAccount, type PspChange } from '../../../api/operator/psps.ts'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { pspWords } from '../words.ts'

/** Of the account's own row, or a request of its own. */
type Change = PspChange | ((reason: string) => Action)

interface SwitchProps {
  psp: PspAccount
  /** What is switched. */
  name: string
  isOn: boolean
  turnOn: SwitchTexts
  turnOff: SwitchTexts
  change: (isOn: boolean) => Change
}

interface SwitchTexts {
  verb: string
  question: string
}

export function ServiceSwitch({ psp, name, isOn, turnOn, turnOff, change }: SwitchProps) {
  const t = useWords(pspWords)
  const { verb, question } = isOn ? turnOff : turnOn
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm">
        <Text>{name}</Text>
        <StatusBadge tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'on' : 'off')}</StatusBadge>
      </Group>
      <ChangeAct
        psp={psp}
        label={verb}
        verb={t('change')}
        question={question}
        isDangerous={isOn}
        change={change(!isOn)}
      />
    </Group>
  )
}

interface ChangeActProps {
  psp: PspAccount
  label: string
  verb: string
  question: string
  isDangerous: boolean
  change: Change
}

function ChangeAct({ psp, label, verb, question, isDangerous, change }: ChangeActProps) {
  return (
    <Act
      size="xs"
      label={label}
      dialog={close => (
        <DecisionDialog
          title={label}
          verb={verb}
          dangerous={isDangerous}
          action={({ reason }) => (typeof change === 'function' ? change(reason) : changePsp(psp.id, change, reason))}
          onClose={close}
        >
          <Text fw={600}>{psp.name}</Text>
          <Text>{question}</Text>
        </DecisionDialog>
      )}
    />
  )
}

export function RemoveService(props: Omit<ChangeActProps, 'isDangerous'>) {
  return (
    <Group justify="flex-end">
      <ChangeAct {...props} isDangerous />
    </Group>
  )
}
