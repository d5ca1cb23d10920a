// Changing the password.
import { Alert, Button, Group, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type FormEvent, useState } from 'react'
import { NewPasswordField } from '../access/password/new-password-field.tsx'
import { passwordWords } from '../access/password/password-words.ts'
import { isWeakPassword, MIN_PASSWORD } from '../access/use-access-form.ts'
import { useChangePassword } from '../api/access/security.ts'
import { useSession } from '../api/access/session.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { Section } from '../ui/layout/section.tsx'
import { useWords } from '../words/words.ts'
import { isWrongPassword } from './password-dialog.tsx'
import { securityWords } from './words.ts'

const NONE = { currentPassword: '', newPassword: '' }

export function PasswordSection() {
  const t = useWords(securityWords)
  const passwords = useWords(passwordWords)
  const problemText = useProblemText()
  const { user } = useSession()
  const [values, setValues] = useState(NONE)
  const [isShort, setShort] = useState(false)
  const { mutate, isPending, error } = useChangePassword()
  const isWrong = isWrongPassword(error)
  const isWeak = isWeakPassword(error, 'newPassword')
  const done = ({ endedSessions }: { endedSessions: number }) => {
    setValues(NONE)
    notifications.show({ message: `${t('change.done')} ${t('ended', { count: endedSessions })}` })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const short = values.newPassword.length < MIN_PASSWORD
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
          <NewPasswordField
            label={t('change.fresh')}
            value={values.newPassword}
            onChange={newPassword => setValues({ ...values, newPassword })}
            error={isShort ? passwords('short') : isWeak ? passwords('weak') : null}
            about={[user.email, user.name]}
          />
          <Text c="dimmed">{t('change.help')}</Text>
          {error !== null && !isWrong && !isWeak && (
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
