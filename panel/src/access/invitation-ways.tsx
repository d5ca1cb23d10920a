// The ways of accepting an invitation.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { chooseAccount } from '../api/chosen-account.ts'
import { acceptInvitation, signUpInvited } from '../api/letters.ts'
import { Problem } from '../api/problem.ts'
import { signOut } from '../api/session.ts'
import { LinkButton } from '../ui/links.tsx'
import { useProblemText } from '../ui/problem-text.ts'
import { useWords } from '../words/words.ts'
import { NameField } from './fields.tsx'
import { letterWords } from './letter-words.ts'
import { FormNewPassword } from './new-password-field.tsx'
import { passwordWords } from './password-words.ts'
import { isWeakPassword, SHORTEST_PASSWORD, useAccessForm } from './use-access-form.ts'
import { accessWords } from './words.ts'

interface Of {
  token: string
}

export function AcceptByLogin({ token }: Of) {
  const t = useWords(letterWords)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => acceptInvitation(token),
    // From the beginning: nothing of another account stays on the screen.
    onSuccess: ({ accountId }) => {
      chooseAccount(accountId)
      location.assign('/')
    },
  })
  return (
    <Stack>
      <Refusal error={error} />
      <Button size="md" loading={isPending} onClick={() => mutate()}>
        {t('invited.accept')}
      </Button>
    </Stack>
  )
}

export function SignInFirst({ token }: Of) {
  const t = useWords(letterWords)
  return (
    <Stack>
      <Text>{t('invited.signInText')}</Text>
      <LinkButton to="/entrar" search={{ to: `/convite/${token}` }} size="md">
        {t('invited.signIn')}
      </LinkButton>
    </Stack>
  )
}

export function OtherPerson({ token, email }: Of & { email: string }) {
  const t = useWords(letterWords)
  const leave = () => void signOut().then(() => location.assign(`/convite/${token}`))
  return (
    <Stack>
      <Text>{t('invited.otherText', { email })}</Text>
      <Button size="md" variant="default" onClick={leave}>
        {t('invited.signOut')}
      </Button>
    </Stack>
  )
}

export function AcceptBySignUp({ token }: Of) {
  const t = useWords(letterWords)
  const access = useWords(accessWords)
  const passwords = useWords(passwordWords)
  const { form, submit, error, isPending } = useAccessForm({
    start: { name: '', password: '' },
    checks: {
      name: value => (value.trim() === '' ? access('invalid.name') : null),
      password: value => (value.length < SHORTEST_PASSWORD ? passwords('short') : null),
    },
    ask: ({ name, password }) => signUpInvited(token, { name: name.trim(), password }),
  })
  const isWeak = isWeakPassword(error, 'password')
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t('invited.signUpText')}</Text>
        <NameField form={form} />
        <FormNewPassword label={access('password')} form={form} error={isWeak ? passwords('weak') : null} />
        <Refusal error={isWeak ? null : error} />
        <Button type="submit" size="md" loading={isPending}>
          {t('invited.signUp')}
        </Button>
      </Stack>
    </form>
  )
}

function Refusal({ error }: { error: unknown }) {
  const t = useWords(letterWords)
  const problemText = useProblemText()
  if (error === null) return null
  const isConflict = error instanceof Problem && error.code === 'CONFLICT'
  return (
    <Alert color="red" variant="default" role="alert">
      {isConflict ? t('invited.conflict') : problemText(error)}
    </Alert>
  )
}
