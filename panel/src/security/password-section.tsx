// Changing the password.
import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { SHORTEST_PASSWORD } from '../access/use-access-form.ts'
import { useChangePassword } from '../api/security.ts'
import { useProblemText } from '../ui/problem-text.ts'
import { Section } from '../ui/section.tsx'
import { useWords } from '../words/words.ts'
import { isWrongPassword } from './password-dialog.tsx'
import { securityWords } from './words.ts'

const NONE = { currentPassword: '', newPassword: '' }

export function PasswordSection() {
  const t = useWords(securityWords)
  const problemText = useProblemText()
  const [values, setValues] = useState(NONE)
  const [isShort, setShort] = useState(false)
  const { mutate, isPending, error } = useChangePassword()
  const isWrong = isWrongPassword(error)
  const done = ({ endedSessions }: { endedSessions: number }) => {
    setValues(NONE)
    notifications.show({ message: `${t('change.done')} ${t('ended', { count: endedSessions })}` })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const short = values.newPassword.length < SHORTEST_PASSWORD
    setShort(short)
    if (!short) mutate(values, { onSuccess: done })
  }
  return (
    <Section title={t('change.title')}>
      <form onSubmit={submit} noValidate>
        <Stack maw={420}>
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            maxLength={128}
            value={values.currentPassword}
            onChange={event => setValues({ ...values, currentPassword: event.currentTarget.value })}
            error={isWrong && t('wrongPassword')}
            visibilityToggleButtonProps={{ 'aria-label': t('show') }}
          />
          <PasswordInput
            label={t('change.fresh')}
            description={t('change.help')}
            autoComplete="new-password"
            maxLength={128}
            value={values.newPassword}
            onChange={event => setValues({ ...values, newPassword: event.currentTarget.value })}
            error={isShort && t('change.short')}
            visibilityToggleButtonProps={{ 'aria-label': t('show') }}
          />
          {error !== null && !isWrong && (
            <Alert color="red" variant="default" role="alert">
              {problemText(error)}
            </Alert>
          )}
          <Group>
            <Button type="submit" loading={isPending} disabled={values.currentPassword === ''}>
              {t('change.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
