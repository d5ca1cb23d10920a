// Pix Automático at a PSP account: whether recurrences may be made, which account debits are credited to, and whether the PSP knows
// where to report them.
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { changePsp, type PspAccount, usePspKinds } from '../../../api/operator/psps.ts'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { RemoveService, ServiceSwitch } from '../service/service-parts.tsx'
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
      <ServiceSwitch
        psp={psp}
        name={t('newRecurrences')}
        isOn={psp.recurrenceEnabled}
        turnOn={{ verb: t('turnOn'), question: t('askOn') }}
        turnOff={{ verb: t('turnOff'), question: t('askOff') }}
        change={recurrenceEnabled => ({ recurrenceEnabled })}
      />
      <Facts
        facts={[
          { name: t('account'), value: <AccountText psp={psp} /> },
          { name: t('rec'), value: <Registered state={psp.registrations.rec} /> },
          { name: t('cobr'), value: <Registered state={psp.registrations.cobr} /> },
          { name: t('recurrencesRead'), value: <Swept sweep={psp.sweeps.recurrences} /> },
          { name: t('debitsRead'), value: <Swept sweep={psp.sweeps.debits} /> },
        ]}
      />
      <RemoveService psp={psp} label={t('remove')} verb={t('removeVerb')} question={t('removeAsk')} change={NONE} />
    </>
  )
}

const NONE = { receivingAccount: null, recurrenceEnabled: false }

function AccountText({ psp: { receivingAccount } }: { psp: PspAccount }) {
  const t = useWords(recurrenceWords)
  if (receivingAccount === null) return '–'
  const { branch = null, account, type } = receivingAccount
  const text = branch === null ? t('accountOnly', { account }) : t('branchAndAccount', { branch, account })
  return `${text} · ${t(`types.${type}`)}`
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
