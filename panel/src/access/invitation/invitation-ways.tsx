// The ways of accepting an invitation.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { acceptInvitation, signUpInvited } from '../../api/access/letters.ts'
import { signOut } from '../../api/access/session.ts'
import { chooseAccount } from '../../api/chosen-account.ts'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { NameField } from '../fields.tsx'
import { FormNewPassword } from '../password/new-password-field.tsx'
import { passwordWords } from '../password/password-words.ts'
import { isWeakPassword, MIN_PASSWORD, useAccessForm } from '../use-access-form.ts'
import { accessWords } from '../words.ts'
import { letterWords } from './letter-words.ts'

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
      password: value => (value.length < MIN_PASSWORD ? passwords('short') : null),
    },
    submit: ({ name, password }) => signUpInvited(token, { name: name.trim(), password }),
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
