// A further PSP account. Its sellers are chosen account by account, afterwards.
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/operator/operator.ts'
import {
  type CallbackRegistration,
  type NewPsp,
  openPsp,
  type PspAccount,
  type PspKind,
  usePspKinds,
} from '../../api/operator/psps.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { BackLink } from '../shared/parts.tsx'
import { TheySay } from '../shared/refusal.tsx'
import { operatorWords } from '../words.ts'
import { CollectFields, NO_COLLECT } from './boleto/collect-fields.tsx'
import { boletoWords } from './boleto/words.ts'
import { CredentialFields, givenOf, NO_SECRETS } from './credential-fields.tsx'
import { RegistrationDialog } from './credentials-section.tsx'
import { useLanguageOf } from './kind-title.tsx'
import {
  draftOf,
  givenAccount,
  isEmptyAccount,
  ReceivingAccountFields,
} from './recurrence/receiving-account-fields.tsx'
import { recurrenceWords } from './recurrence/words.ts'
import { pspWords } from './words.ts'

const ENVIRONMENTS = ['live', 'test'] as const satisfies NewPsp['environment'][]
const MIN_REASON = 3
const NO_RECEIVER = draftOf(null)
const EMPTY: Draft = { environment: 'live', name: '', baseUrl: '', pixKey: '' }

type Draft = Pick<NewPsp, 'environment' | 'name' | 'baseUrl' | 'pixKey'>
type Opened = PspAccount & { callbacks: CallbackRegistration }

export function NewPspPage() {
  const t = useWords(pspWords)
  const navigate = useNavigate()
  const kinds = usePspKinds()
  const [opened, setOpened] = useState<Opened | null>(null)
  const leave = () => void navigate({ to: '/operacao/psps/$psp', params: { psp: String(opened?.id) } })
  return (
    <>
      <PageHeader title={t('new')} description={t('newDescription')} above={<BackLink to="/operacao/psps" />} />
      {kinds.isPending && <LoadingPage />}
      {kinds.isLoadingError && <ErrorState error={kinds.error} retry={() => void kinds.refetch()} />}
      {kinds.data?.[0] !== undefined && <NewPspForm kinds={kinds.data} usual={kinds.data[0]} onOpened={setOpened} />}
      <RegistrationDialog registration={opened?.callbacks ?? null} onClose={leave} />
    </>
  )
}

interface FormProps {
  kinds: PspKind[]
  /** The one that is chosen at first. */
  usual: PspKind
  onOpened: (opened: Opened) => void
}

function NewPspForm({ kinds, usual, onOpened }: FormProps) {
  const t = useWords(pspWords)
  const shared = useWords(operatorWords)
  const recurring = useWords(recurrenceWords)
  const boleto = useWords(boletoWords)
  const { mutate, isPending, isSuccess, error } = useAction()
  const [kind, setKind] = useState(usual)
  const [draft, setDraft] = useState(EMPTY)
  const [secrets, setSecrets] = useState(NO_SECRETS)
  const [receiver, setReceiver] = useState(NO_RECEIVER)
  const [collect, setCollect] = useState(NO_COLLECT)
  const [reason, setReason] = useState('')
  const required = kind.credentials.filter(field => field.required).map(({ name }) => secrets[name] ?? '')
  const needed = [draft.name, draft.baseUrl, draft.pixKey, ...required]
  const needsBranch = kind.recurrences?.needsBranch ?? false
  const receivingAccount = kind.recurrences === null ? null : givenAccount(receiver, needsBranch)
  const isReceiverWhole = isEmptyAccount(receiver) || kind.recurrences === null || receivingAccount !== null
  const isGiven = needed.every(text => text.trim() !== '') && isReceiverWhole
  const isWhole = isGiven && reason.trim().length >= MIN_REASON
  const isTouched = [
    kind !== usual,
    draft !== EMPTY,
    secrets !== NO_SECRETS,
    receiver !== NO_RECEIVER,
    collect !== NO_COLLECT,
    reason !== '',
  ]
  const send = (event: FormEvent) => {
    event.preventDefault()
    // The fields of another kind are dropped.
    const declared = kind.credentials.map(({ name }) => [name, secrets[name] ?? ''])
    const given = givenOf(Object.fromEntries(declared))
    const debits = receivingAccount === null ? {} : { receivingAccount }
    const hasBoletos = kind.charges && collect.address.trim() !== ''
    const boletos = hasBoletos ? { collectBaseUrl: collect.address.trim(), bolepix: collect.bolepix } : {}
    mutate(openPsp({ kind: kind.kind, ...draft, ...given, ...debits, ...boletos }, reason.trim()), {
      onSuccess: answer => {
        notifications.show({ message: t('newDone') })
        onOpened(answer as Opened)
      },
    })
  }
  return (
    <form onSubmit={send}>
      <Stack gap="lg" maw={720}>
        <Section title={t('facts')}>
          <Stack gap="md">
            <KindSelect kinds={kinds} value={kind} onChange={setKind} />
            <PlaceFields value={draft} onChange={setDraft} />
          </Stack>
        </Section>
        <Section title={t('credentials')}>
          <Stack gap="md">
            <Text c="dimmed">{t('hiddenForever')}</Text>
            <CredentialFields isNew fields={kind.credentials} value={secrets} onChange={setSecrets} />
          </Stack>
        </Section>
        {kind.recurrences !== null && (
          <Section title={recurring('title')}>
            <Stack gap="md">
              <Text c="dimmed">{recurring('optional')}</Text>
              <ReceivingAccountFields isOptional needsBranch={needsBranch} value={receiver} onChange={setReceiver} />
            </Stack>
          </Section>
        )}
        {kind.charges && (
          <Section title={boleto('title')}>
            <Stack gap="md">
              <Text c="dimmed">{boleto('optional')}</Text>
              <CollectFields isOptional value={collect} onChange={setCollect} />
            </Stack>
          </Section>
        )}
        <Textarea
          label={shared('reason')}
          description={shared('reasonHelp')}
          required
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
        />
        <TheySay error={error} />
        <Unsaved when={isTouched.includes(true) && !isPending && !isSuccess} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} disabled={!isWhole}>
            {t('newVerb')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface KindSelectProps {
  kinds: PspKind[]
  value: PspKind
  onChange: (kind: PspKind) => void
}

function KindSelect({ kinds, value, onChange }: KindSelectProps) {
  const t = useWords(pspWords)
  const inLanguage = useLanguageOf()
  return (
    <NativeSelect
      label={t('columns.kind')}
      value={value.kind}
      onChange={event => onChange(kinds.find(({ kind }) => kind === event.currentTarget.value) ?? value)}
      data={kinds.map(({ kind, title }) => ({ value: kind, label: inLanguage(title) }))}
    />
  )
}

function PlaceFields({ value, onChange }: { value: Draft; onChange: (value: Draft) => void }) {
  const t = useWords(pspWords)
  const text = (name: 'name' | 'baseUrl' | 'pixKey', maxLength: number) => ({
    label: t(name),
    required: true,
    autoComplete: 'off',
    maxLength,
    value: value[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
  })
  return (
    <Stack gap="md">
      <NativeSelect
        label={t('environment')}
        value={value.environment}
        onChange={event =>
          onChange({ ...value, environment: ENVIRONMENTS.find(one => one === event.currentTarget.value) ?? 'test' })
        }
        data={ENVIRONMENTS.map(environment => ({ value: environment, label: t(`environments.${environment}`) }))}
      />
      <TextInput {...text('name', 60)} />
      <TextInput {...text('baseUrl', 300)} type="url" description={t('baseUrlNewHelp')} />
      <TextInput {...text('pixKey', 77)} description={t('pixKeyHelp')} />
    </Stack>
  )
}
