// Signing up: a link goes to the mailbox, and the person is in when they have followed it.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Asked } from '../../api/access/letters.ts'
import { signUp } from '../../api/access/session.ts'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { EmailField, NameField } from '../fields.tsx'
import { FormNewPassword } from '../password/new-password-field.tsx'
import { passwordWords } from '../password/password-words.ts'
import { isEmail, isWeakPassword, MIN_PASSWORD, useAccessForm } from '../use-access-form.ts'
import { accessWords } from '../words.ts'

const route = getRouteApi('/guest/criar-conta')

export function SignUpPage() {
  const t = useWords(accessWords)
  const passwords = useWords(passwordWords)
  const problemText = useSignUpProblem()
  const search = route.useSearch()
  const [sent, setSent] = useState<(Asked & { to: string }) | null>(null)
  const { form, submit, error, isPending } = useAccessForm({
    start: { name: '', email: '', password: '' },
    checks: {
      name: value => (value.trim() === '' ? t('invalid.name') : null),
      email: value => (isEmail(value) ? null : t('invalid.email')),
      password: value => (value.length < MIN_PASSWORD ? passwords('short') : null),
    },
    submit: async ({ name, email, password }) => {
      const asked = await signUp({ name: name.trim(), email: email.trim(), password })
      setSent({ ...asked, to: email.trim() })
      return 'more'
    },
  })
  const isWeak = isWeakPassword(error, 'password')
  if (sent !== null) {
    const [title, text] =
      sent.letter === 'CONSOLE' ? (['consoleTitle', 'console'] as const) : (['sentTitle', 'sent'] as const)
    return <PageHeader key="sent" title={t(`signUp.${title}`)} description={t(`signUp.${text}`, { email: sent.to })} />
  }
  return (
    <>
      <PageHeader title={t('signUp.title')} description={t('signUp.text')} />
      <form onSubmit={submit} noValidate>
        <Stack>
          <NameField form={form} />
          <EmailField form={form} />
          <FormNewPassword label={t('password')} form={form} error={isWeak ? passwords('weak') : null} />
          {error !== null && !isWeak && (
            <Alert color="red" variant="default" role="alert">
              {problemText(error)}
            </Alert>
          )}
          <Button type="submit" size="md" loading={isPending}>
            {t('signUp.action')}
          </Button>
          <Text>
            {t('signUp.elsewhere')}{' '}
            <LinkAnchor to="/entrar" search={search} underline="always">
              {t('signUp.elsewhereLink')}
            </LinkAnchor>
          </Text>
        </Stack>
      </form>
    </>
  )
}

function useSignUpProblem(): (error: unknown) => string {
  const t = useWords(accessWords)
  const problemText = useProblemText()
  return error => {
    if (error instanceof Problem && error.code === 'FORBIDDEN') return t('signUp.closed')
    if (error instanceof Problem && error.code === 'MAIL_NOT_SET_UP') return t('signUp.noMail')
    return problemText(error)
  }
}
