// The fields of signing in and up, for useAccessForm; their names are those that password managers know.
import { PasswordInput, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useWords } from '../words/words.ts'
import { accessWords } from './words.ts'

interface FieldProps {
  form: Asking
}

/** Part of a form, whatever its other fields are. */
interface Asking {
  key(field: string): string
  getInputProps(field: string): GetInputPropsReturnType
}

export function NameField({ form }: FieldProps) {
  const t = useWords(accessWords)
  return (
    <TextInput
      label={t('name')}
      name="name"
      autoComplete="name"
      maxLength={120}
      size="md"
      key={form.key('name')}
      {...form.getInputProps('name')}
    />
  )
}

export function EmailField({ form }: FieldProps) {
  const t = useWords(accessWords)
  return (
    <TextInput
      label={t('email')}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      size="md"
      key={form.key('email')}
      {...form.getInputProps('email')}
    />
  )
}

/** The one that is known; a new one is chosen in access/password/new-password-field.tsx. */
export function PasswordField({ form }: FieldProps) {
  const t = useWords(accessWords)
  return (
    <PasswordInput
      label={t('password')}
      name="password"
      autoComplete="current-password"
      size="md"
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      key={form.key('password')}
      {...form.getInputProps('password')}
    />
  )
}
