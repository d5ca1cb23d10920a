// A further account at a provider. Who sells by it is said account by account, afterwards.
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAction } from '../../api/operator/operator.ts'
import { type CallbackRegistration, type NewPsp, openPsp, type PspAccount } from '../../api/operator/psps.ts'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { BackLink } from '../shared/parts.tsx'
import { TheySay } from '../shared/refusal.tsx'
import { operatorWords } from '../words.ts'
import { CertificateFields, ClientFields, givenOf, NO_SECRETS } from './credential-fields.tsx'
import { RegistrationDialog } from './credentials-section.tsx'
import { pspWords } from './words.ts'

const KINDS = ['bcb', 'efi'] as const satisfies NewPsp['kind'][]
const ENVIRONMENTS = ['live', 'test'] as const satisfies NewPsp['environment'][]
const MIN_REASON = 3
const EMPTY = { kind: 'bcb', environment: 'live', name: '', baseUrl: '', pixKey: '' } as Draft

type Draft = Pick<NewPsp, 'kind' | 'environment' | 'name' | 'baseUrl' | 'pixKey'>
type Opened = PspAccount & { callbacks: CallbackRegistration }

export function NewPspPage() {
  const t = useWords(pspWords)
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Opened | null>(null)
  const leave = () => void navigate({ to: '/operacao/psps/$psp', params: { psp: String(opened?.id) } })
  return (
    <>
      <PageHeader title={t('new')} description={t('newDescription')} above={<BackLink to="/operacao/psps" />} />
      <NewPspForm onOpened={setOpened} />
      <RegistrationDialog registration={opened?.callbacks ?? null} onClose={leave} />
    </>
  )
}

function NewPspForm({ onOpened }: { onOpened: (opened: Opened) => void }) {
  const t = useWords(pspWords)
  const shared = useWords(operatorWords)
  const { mutate, isPending, isSuccess, error } = useAction()
  const [draft, setDraft] = useState(EMPTY)
  const [secrets, setSecrets] = useState(NO_SECRETS)
  const [reason, setReason] = useState('')
  const { clientId, clientSecret, ...certificates } = secrets
  const needed = [draft.name, draft.baseUrl, draft.pixKey, clientId, clientSecret]
  const isWhole = needed.every(text => text.trim() !== '') && reason.trim().length >= MIN_REASON
  const isTouched = draft !== EMPTY || secrets !== NO_SECRETS || reason !== ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    const more = givenOf({ ...NO_SECRETS, ...certificates })
    mutate(openPsp({ ...draft, clientId, clientSecret, ...more }, reason.trim()), {
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
          <PlaceFields value={draft} onChange={setDraft} />
        </Section>
        <Section title={t('credentials')}>
          <Stack gap="md">
            <Text c="dimmed">{t('hiddenForever')}</Text>
            <ClientFields isNew value={secrets} onChange={setSecrets} />
            <CertificateFields value={secrets} onChange={setSecrets} />
          </Stack>
        </Section>
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
        <Unsaved when={isTouched && !isPending && !isSuccess} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} disabled={!isWhole}>
            {t('newVerb')}
          </Button>
        </Group>
      </Stack>
    </form>
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
        label={t('columns.kind')}
        value={value.kind}
        onChange={event => onChange({ ...value, kind: KINDS.find(one => one === event.currentTarget.value) ?? 'bcb' })}
        data={KINDS.map(kind => ({ value: kind, label: t(`kinds.${kind}`) }))}
      />
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
