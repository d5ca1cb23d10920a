// One way to confirm the person's identity, and the switch to the others. The caller decides what the confirmation is for: the
// second step of the sign-in, or a critical act.
import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { StepUpMethod } from '../../api/access/step-up.ts'
import { hasPasskeys, requestPasskey } from '../../api/passkey.ts'
import { Problem } from '../../api/problem.ts'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { useProblemText } from '../feedback/problem-text.ts'
import { stepUpWords } from './step-up-words.ts'

export interface StepUpFormProps {
  /** The factors of this person, the most usual first. */
  methods: StepUpMethod[]
  /** Throws the refusal. */
  prove: (method: StepUpMethod, credential: unknown) => Promise<unknown>
  /** A button beside the one that proves. */
  aside?: ReactNode
}

export function StepUpForm({ methods, prove, aside }: StepUpFormProps) {
  const t = useWords(stepUpWords)
  const usable = methods.filter(method => method !== 'passkey' || hasPasskeys())
  const [method, setMethod] = useState<StepUpMethod>(usable[0] ?? 'code')
  const others = usable.filter(other => other !== method)
  const { error, isPending, send, forget } = useStepUp(method, prove)
  const choose = (other: StepUpMethod) => {
    forget()
    setMethod(other)
  }
  return (
    <Stack>
      <Text>{t(`${method}.text`)}</Text>
      {method === 'passkey' ? (
        <PasskeyStep error={error} isPending={isPending} send={send} aside={aside} />
      ) : (
        <TextStep key={method} method={method} error={error} isPending={isPending} send={send} aside={aside} />
      )}
      {others.length > 0 && (
        <Group gap="xs">
          {others.map(other => (
            <Button key={other} variant="subtle" size="compact-sm" onClick={() => choose(other)}>
              {t(`other.${other}`)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}

interface StepProps {
  error: string | null
  isPending: boolean
  send: (credential: () => Promise<unknown>) => void
  aside: ReactNode
}

function PasskeyStep({ error, isPending, send, aside }: StepProps) {
  const t = useWords(stepUpWords)
  return (
    <>
      {error !== null && (
        <Alert color="red" variant="default" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end">
        {aside}
        <Button
          loading={isPending}
          leftSection={<IconFingerprint size={18} />}
          onClick={() => send(() => requestPasskey())}
        >
          {t('passkey.action')}
        </Button>
      </Group>
    </>
  )
}

const FIELDS = {
  code: { autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 7 },
  recoveryCode: { autoComplete: 'off', maxLength: 40 },
  password: { autoComplete: 'current-password', maxLength: 128 },
} as const

function TextStep({ method, error, isPending, send, aside }: StepProps & { method: Exclude<StepUpMethod, 'passkey'> }) {
  const t = useWords(stepUpWords)
  const common = useWords(commonWords)
  const [text, setText] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(text.trim() === '')
    if (text.trim() !== '') send(async () => (method === 'password' ? text : text.trim()))
  }
  const Field = method === 'password' ? PasswordInput : TextInput
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Field
          label={t(`${method}.label`)}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          error={isEmpty ? t('invalid') : error}
          name={method}
          data-autofocus
          autoFocus
          {...FIELDS[method]}
        />
        <Group justify="flex-end">
          {aside}
          <Button type="submit" loading={isPending}>
            {common('actions.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useStepUp(method: StepUpMethod, prove: StepUpFormProps['prove']) {
  const t = useWords(stepUpWords)
  const problemText = useProblemText()
  const [error, setError] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const send = async (credential: () => Promise<unknown>) => {
    setPending(true)
    setError(null)
    try {
      const given = await credential()
      // A person who closed the dialog of their device may try again.
      if (given !== null) await prove(method, given)
    } catch (refused) {
      setError(isWrong(refused) ? t(`wrong.${method}`) : problemText(refused))
    } finally {
      setPending(false)
    }
  }
  return { error, isPending, send, forget: () => setError(null) }
}

const isWrong = (error: unknown): boolean => error instanceof Problem && (error.status === 400 || error.status === 401)
