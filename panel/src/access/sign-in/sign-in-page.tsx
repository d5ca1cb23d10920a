// Signing in.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { signIn } from '../../api/access/session.ts'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { EmailField, PasswordField } from '../fields.tsx'
import { isEmail, useAccessForm, useEntering } from '../use-access-form.ts'
import { accessWords } from '../words.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SecondStep } from './second-step.tsx'

const route = getRouteApi('/guest/entrar')

export function SignInPage() {
  const t = useWords(accessWords)
  const problemText = useProblemText()
  const search = route.useSearch()
  const enter = useEntering()
  const [isHalfWay, setHalfWay] = useState(false)
  const { form, submit, error, isPending } = useAccessForm({
    start: { email: '', password: '' },
    checks: {
      email: value => (isEmail(value) ? null : t('invalid.email')),
      password: value => (value === '' ? t('invalid.password') : null),
    },
    submit: async ({ email, password }) => {
      const { twoFactorRedirect = false } = await signIn({ email: email.trim(), password })
      setHalfWay(twoFactorRedirect)
      return twoFactorRedirect ? 'more' : 'in'
    },
  })
  const isWrong = error instanceof Problem && error.status === 401
  const isUnconfirmed = error instanceof Problem && error.code === 'FORBIDDEN'
  if (isHalfWay) return <SecondStep onIn={enter} onBack={() => setHalfWay(false)} />
  return (
    <>
      <PageHeader title={t('signIn.title')} description={t('signIn.text')} />
      <form onSubmit={submit} noValidate>
        <Stack>
          {search.why === 'ended' && error === null && (
            <Alert color="ocre" variant="default" role="status">
              {t('signIn.ended')}
            </Alert>
          )}
          <EmailField form={form} />
          <PasswordField form={form} />
          {error !== null && (
            <Alert color="red" variant="default" role="alert">
              {isWrong ? t('signIn.wrong') : isUnconfirmed ? t('signIn.unconfirmed') : problemText(error)}
            </Alert>
          )}
          <Button type="submit" size="md" loading={isPending}>
            {t('signIn.action')}
          </Button>
          <PasskeyButton onIn={enter} />
          <LinkAnchor to="/esqueci-a-senha" underline="always">
            {t('signIn.forgot')}
          </LinkAnchor>
          <Text>
            {t('signIn.elsewhere')}{' '}
            <LinkAnchor to="/criar-conta" search={search} underline="always">
              {t('signIn.elsewhereLink')}
            </LinkAnchor>
          </Text>
        </Stack>
      </form>
    </>
  )
}
