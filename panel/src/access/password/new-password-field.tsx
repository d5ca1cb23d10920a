// A password that is chosen now, with how strong it is. The rule is the gateway's own; it and its list of common passwords are
// loaded when a person begins to type, so that no page waits for them.
import { Group, PasswordInput, Progress, Stack, Text } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { useWords } from '../../words/words.ts'
import { MIN_PASSWORD } from '../use-access-form.ts'
import { passwordWords } from './password-words.ts'

interface NewPasswordFieldProps {
  label: string
  name?: string
  size?: 'sm' | 'md'
  value: string
  onChange: (value: string) => void
  error: string | null
  /** Name and mail address, as far as they are known: the password must not be made of them. */
  about?: string[]
}

export function NewPasswordField({ value, onChange, about = [], error, ...input }: NewPasswordFieldProps) {
  const t = useWords(passwordWords)
  return (
    <Stack gap="xs">
      <PasswordInput
        {...input}
        description={t('help')}
        autoComplete="new-password"
        maxLength={128}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        error={error}
        visibilityToggleButtonProps={{ 'aria-label': t('show') }}
      />
      <PasswordStrength password={value} about={about} />
    </Stack>
  )
}

interface FormPasswordProps {
  label: string
  form: { key(field: string): string; getInputProps(field: string): GetInputPropsReturnType }
  /** The server's refusal, by rules about the password that this page cannot check. */
  error: string | null
}

/** The same in a form that keeps its own values. */
export function FormNewPassword({ label, form, error }: FormPasswordProps) {
  const t = useWords(passwordWords)
  const [typed, setTyped] = useState('')
  const { onChange, ...props } = form.getInputProps('password')
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange(event)
    setTyped(event.currentTarget.value)
  }
  return (
    <Stack gap="xs">
      <PasswordInput
        label={label}
        description={t('help')}
        maxLength={128}
        name="password"
        autoComplete="new-password"
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': t('show') }}
        key={form.key('password')}
        {...props}
        error={props.error ?? error}
        onChange={change}
      />
      <PasswordStrength password={typed} about={[]} />
    </Stack>
  )
}

const LEVELS = {
  weak: { color: 'red', value: 25 },
  fair: { color: 'ocre', value: 65 },
  strong: { color: 'green', value: 100 },
} as const

const VERY_STRONG_SCORE = 4

function PasswordStrength({ password, about }: { password: string; about: string[] }) {
  const t = useWords(passwordWords)
  const { data } = useQuery({
    queryKey: ['password-strength', password, ...about],
    queryFn: async () => (await import('./password-strength.ts')).passwordStrength(password, about),
    enabled: password.length >= MIN_PASSWORD,
    // A password stays nowhere longer than in its field.
    gcTime: 0,
    placeholderData: before => before,
  })
  if (data === undefined || password.length < MIN_PASSWORD) return null
  const level = !data.isAccepted ? 'weak' : data.score < VERY_STRONG_SCORE ? 'fair' : 'strong'
  const { color, value } = LEVELS[level]
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress value={value} color={color} flex={1} aria-hidden="true" />
      <Text size="sm" role="status" aria-label={t('strength')}>
        {t(`levels.${level}`)}
      </Text>
    </Group>
  )
}
