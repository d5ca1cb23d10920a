// Sales by transfer at a PSP account: whether they are taken, the bank's data that buyers are shown, and the way to the bank's statement.
import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { readableDocument } from '#kernel/pix/document.ts'
import {
  changeTransfers,
  type TransferPayee,
  type TransferSettings,
  useTransferSettings,
} from '../../../api/operator/incoming-payment/statement.ts'
import type { PspAccount } from '../../../api/operator/psps.ts'
import { ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx'
import { Facts, Section } from '../../../ui/layout/section.tsx'
import { LinkButton } from '../../../ui/navigation/links.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { Breaking } from '../../shared/parts.tsx'
import { RemoveService, ServiceSwitch } from '../service/service-parts.tsx'
import { givenPayee, NO_PAYEE, PayeeFields } from './payee-fields.tsx'
import { transferWords } from './words.ts'

export function TransferSection({ psp }: { psp: PspAccount }) {
  const t = useWords(transferWords)
  const { data: settings, error, isLoadingError, refetch } = useTransferSettings(psp.id)
  const change = settings !== undefined && <ChangeButton psp={psp} settings={settings} />
  return (
    <Section title={t('title')} aside={change}>
      {isLoadingError && <ErrorState error={error} retry={() => void refetch()} />}
      {settings === undefined && !isLoadingError && <LoadingRows />}
      {settings?.payee === null && <Text c="dimmed">{t('none')}</Text>}
      {settings != null && settings.payee !== null && <Settings psp={psp} settings={settings} payee={settings.payee} />}
    </Section>
  )
}

const NONE: TransferSettings = { enabled: false, payee: null }

interface SettingsProps {
  psp: PspAccount
  settings: TransferSettings
}

function Settings({ psp, settings, payee }: SettingsProps & { payee: TransferPayee }) {
  const t = useWords(transferWords)
  return (
    <Stack gap="sm">
      <ServiceSwitch
        psp={psp}
        name={t('sold')}
        isOn={settings.enabled}
        turnOn={{ verb: t('turnOn'), question: t('askOn') }}
        turnOff={{ verb: t('turnOff'), question: t('askOff') }}
        change={enabled => reason => changeTransfers(psp.id, { ...settings, enabled }, reason)}
      />
      <Facts
        facts={[
          { name: t('pixKey'), value: <Breaking>{psp.pixKey}</Breaking> },
          { name: t('bank'), value: payee.bank },
          { name: t('branch'), value: <span className="figures">{payee.branch}</span> },
          { name: t('account'), value: <span className="figures">{payee.account}</span> },
          { name: t('type'), value: t(`types.${payee.accountType}`) },
          { name: t('holder'), value: payee.holderName },
          { name: t('document'), value: <span className="figures">{readableDocument(payee.holderDocument)}</span> },
        ]}
      />
      <Group justify="flex-end">
        <RemoveService
          psp={psp}
          label={t('remove')}
          verb={t('removeVerb')}
          question={t('removeAsk')}
          change={reason => changeTransfers(psp.id, NONE, reason)}
        />
        <LinkButton to="/operacao/psps/$psp/extrato" params={{ psp: String(psp.id) }} size="xs">
          {t('statement')}
        </LinkButton>
      </Group>
    </Stack>
  )
}

function ChangeButton({ psp, settings }: SettingsProps) {
  const t = useWords(transferWords)
  const label = t(settings.payee === null ? 'set' : 'change')
  return (
    <Act
      size="xs"
      label={label}
      about={psp.name}
      dialog={close => <ChangeDialog psp={psp} settings={settings} title={label} onClose={close} />}
    />
  )
}

/** The first data switch transfers on: they are set for that. */
function ChangeDialog({ psp, settings, title, onClose }: SettingsProps & { title: string; onClose: () => void }) {
  const t = useWords(transferWords)
  const [draft, setDraft] = useState(settings.payee ?? NO_PAYEE)
  const payee = givenPayee(draft)
  const enabled = settings.enabled || settings.payee === null
  return (
    <DecisionDialog
      title={title}
      verb={t('changeVerb')}
      ready={payee !== null && draft !== settings.payee}
      action={({ reason }) => changeTransfers(psp.id, { enabled, payee }, reason)}
      onClose={onClose}
    >
      <Text>{t('changeAsk')}</Text>
      <PayeeFields value={draft} onChange={setDraft} />
    </DecisionDialog>
  )
}
