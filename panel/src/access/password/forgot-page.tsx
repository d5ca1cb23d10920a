// Requests a link to set a new password. The page never reveals whether the address has a login.
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { requestPasswordReset } from '../../api/access/letters.ts'
import { Problem } from '../../api/problem.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { letterWords } from '../invitation/letter-words.ts'
import { isEmail } from '../use-access-form.ts'
import { accessWords } from '../words.ts'

export function ForgotPage() {
  const t = useWords(letterWords)
  const access = useWords(accessWords)
  const problemText = useProblemText()
  const [email, setEmail] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { mutate, isPending, error, data } = useMutation({ mutationFn: requestPasswordReset })
  const isMute = error instanceof Problem && error.code === 'MAIL_NOT_SET_UP'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWrong(!isEmail(email))
    if (isEmail(email)) mutate(email.trim())
  }
  const back = <LinkAnchor to="/entrar">{t('forgot.back')}</LinkAnchor>
  if (data !== undefined) {
    const [sentTitle, sent] =
      data.letter === 'CONSOLE' ? (['consoleTitle', 'console'] as const) : (['sentTitle', 'sent'] as const)
    return (
      <Stack>
        <PageHeader
          key="sent"
          title={t(`forgot.${sentTitle}`)}
          description={t(`forgot.${sent}`, { email: email.trim() })}
        />
        {back}
      </Stack>
    )
  }
  return (
    <>
      <PageHeader title={t('forgot.title')} description={t('forgot.text')} />
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label={access('email')}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            size="md"
            value={email}
            onChange={event => setEmail(event.currentTarget.value)}
            error={isWrong && access('invalid.email')}
          />
          {error !== null && (
            <Alert color="red" variant="default" role="alert">
              {isMute ? t('forgot.noMail') : problemText(error)}
            </Alert>
          )}
          <Button type="submit" size="md" loading={isPending}>
            {t('forgot.action')}
          </Button>
          <Text>{back}</Text>
        </Stack>
      </form>
    </>
  )
}
