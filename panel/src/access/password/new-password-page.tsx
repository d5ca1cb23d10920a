// Setting a new password by the link of a letter.
import { Alert, Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { resetPassword } from '../../api/access/letters.ts'
import { forget } from '../../api/access/session.ts'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkAnchor, LinkButton } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { letterWords } from '../invitation/letter-words.ts'
import { isWeakPassword, MIN_PASSWORD } from '../use-access-form.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { passwordWords } from './password-words.ts'

const route = getRouteApi('/open/nova-senha')

export function NewPasswordPage() {
  const t = useWords(letterWords)
  const passwords = useWords(passwordWords)
  const problemText = useProblemText()
  const { token = '' } = route.useSearch()
  const [password, setPassword] = useState('')
  const [isShort, setShort] = useState(false)
  const { mutate, isPending, error, isSuccess } = useMutation({
    mutationFn: (chosen: string) => resetPassword(token, chosen),
    // Every session has ended, and this browser may have had one.
    onSuccess: forget,
  })
  const isVoid = token === '' || (error instanceof Problem && error.field === 'token')
  const isWeak = isWeakPassword(error, 'newPassword')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const short = password.length < MIN_PASSWORD
    setShort(short)
    if (!short) mutate(password)
  }
  if (isSuccess)
    return (
      <Stack>
        <PageHeader key="done" title={t('fresh.doneTitle')} description={t('fresh.done')} />
        <LinkButton to="/entrar" size="md">
          {t('fresh.enter')}
        </LinkButton>
      </Stack>
    )
  return (
    <>
      <PageHeader title={t('fresh.title')} description={t('fresh.text')} />
      <form onSubmit={submit} noValidate>
        <Stack>
          <NewPasswordField
            label={t('fresh.password')}
            name="password"
            size="md"
            value={password}
            onChange={setPassword}
            error={isShort ? passwords('short') : isWeak ? passwords('weak') : null}
          />
          {(isVoid || (error !== null && !isWeak)) && (
            <Alert color="red" variant="default" role="alert">
              {isVoid ? t('fresh.void') : problemText(error)}
            </Alert>
          )}
          {isVoid && <LinkAnchor to="/esqueci-a-senha">{t('fresh.another')}</LinkAnchor>}
          <Button type="submit" size="md" loading={isPending} disabled={isVoid}>
            {t('fresh.action')}
          </Button>
        </Stack>
      </form>
    </>
  )
}
