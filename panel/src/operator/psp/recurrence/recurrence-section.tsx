// Recurring PIX at a PSP account: whether recurrences may be made, which account debits are credited to, and whether the PSP knows
// where to report them.
import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { changePsp, type PspAccount, usePspKinds } from '../../../api/operator/psps.ts'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { draftOf, givenAccount, ReceivingAccountFields } from './receiving-account-fields.tsx'
import { Registered } from './registered.tsx'
import { Swept } from './swept.tsx'
import { recurrenceWords } from './words.ts'

export function RecurrenceSection({ psp }: { psp: PspAccount }) {
  const t = useWords(recurrenceWords)
  const kind = usePspKinds().data?.find(({ kind }) => kind === psp.kind)
  if (kind === undefined || kind.recurrences === null) return null
  const { needsBranch } = kind.recurrences
  return (
    <Section title={t('title')} aside={<ChangeButton psp={psp} needsBranch={needsBranch} />}>
      <Stack gap="sm">
        {psp.receivingAccount === null ? <Text c="dimmed">{t('none')}</Text> : <Settings psp={psp} />}
      </Stack>
    </Section>
  )
}

function Settings({ psp }: { psp: PspAccount }) {
  const t = useWords(recurrenceWords)
  return (
    <>
      <EnabledSwitch psp={psp} />
      <Facts
        facts={[
          { name: t('account'), value: <AccountText psp={psp} /> },
          { name: t('rec'), value: <Registered state={psp.registrations.rec} /> },
          { name: t('cobr'), value: <Registered state={psp.registrations.cobr} /> },
          { name: t('recurrencesRead'), value: <Swept sweep={psp.sweeps.recurrences} /> },
          { name: t('debitsRead'), value: <Swept sweep={psp.sweeps.debits} /> },
        ]}
      />
      <Group justify="flex-end">
        <RemoveButton psp={psp} />
      </Group>
    </>
  )
}

function AccountText({ psp: { receivingAccount } }: { psp: PspAccount }) {
  const t = useWords(recurrenceWords)
  if (receivingAccount === null) return '–'
  const { branch = null, account, type } = receivingAccount
  const text = branch === null ? t('accountOnly', { account }) : t('branchAndAccount', { branch, account })
  return `${text} · ${t(`types.${type}`)}`
}

function EnabledSwitch({ psp }: { psp: PspAccount }) {
  const t = useWords(recurrenceWords)
  const isOn = psp.recurrenceEnabled
  const verb = t(isOn ? 'turnOff' : 'turnOn')
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm">
        <Text>{t('newRecurrences')}</Text>
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
            action={({ reason }) => changePsp(psp.id, { recurrenceEnabled: !isOn }, reason)}
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

function ChangeButton({ psp, needsBranch }: { psp: PspAccount; needsBranch: boolean }) {
  const t = useWords(recurrenceWords)
  const label = t(psp.receivingAccount === null ? 'set' : 'change')
  return (
    <Act
      size="xs"
      label={label}
      about={psp.name}
      dialog={close => <ChangeDialog psp={psp} needsBranch={needsBranch} title={label} onClose={close} />}
    />
  )
}

interface ChangeDialogProps {
  psp: PspAccount
  needsBranch: boolean
  title: string
  onClose: () => void
}

/** The first account switches recurring PIX on: it is set for that. */
function ChangeDialog({ psp, needsBranch, title, onClose }: ChangeDialogProps) {
  const t = useWords(recurrenceWords)
  const [draft, setDraft] = useState(() => draftOf(psp.receivingAccount))
  const receivingAccount = givenAccount(draft, needsBranch)
  const first = psp.receivingAccount === null ? { recurrenceEnabled: true } : {}
  return (
    <DecisionDialog
      title={title}
      verb={t('changeVerb')}
      ready={receivingAccount !== null}
      action={({ reason }) => changePsp(psp.id, { receivingAccount, ...first }, reason)}
      onClose={onClose}
    >
      <Text>{t('changeAsk')}</Text>
      <ReceivingAccountFields needsBranch={needsBranch} value={draft} onChange={setDraft} />
    </DecisionDialog>
  )
}

function RemoveButton({ psp }: { psp: PspAccount }) {
  const t = useWords(recurrenceWords)
  return (
    <Act
      size="xs"
      label={t('remove')}
      dialog={close => (
        <DecisionDialog
          title={t('remove')}
          verb={t('removeVerb')}
          dangerous
          action={({ reason }) => changePsp(psp.id, { receivingAccount: null, recurrenceEnabled: false }, reason)}
          onClose={close}
        >
          <Text fw={600}>{psp.name}</Text>
          <Text>{t('removeAsk')}</Text>
        </DecisionDialog>
      )}
    />
  )
}
