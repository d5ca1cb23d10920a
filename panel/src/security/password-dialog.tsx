// An action that requires the password again.
import { PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { Problem } from '../api/problem.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { useWords } from '../words/words.ts'
import { securityWords } from './words.ts'

interface PasswordDialogProps {
  title: string
  text: string
  verb: string
  dangerous?: boolean
  pending: boolean
  error: unknown
  onPassword: (password: string) => void
  onClose: () => void
}

export function PasswordDialog({ text, error, onPassword, ...dialog }: PasswordDialogProps) {
  const t = useWords(securityWords)
  const [password, setPassword] = useState('')
  const isWrong = isWrongPassword(error)
  return (
    <ConfirmDialog
      opened
      {...dialog}
      disabled={password === ''}
      error={isWrong ? null : error}
      onConfirm={() => onPassword(password)}
    >
      <Text>{text}</Text>
      <PasswordInput
        label={t('password')}
        autoComplete="current-password"
        maxLength={128}
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        error={isWrong && t('wrongPassword')}
        visibilityToggleButtonProps={{ 'aria-label': t('show') }}
        data-autofocus
      />
    </ConfirmDialog>
  )
}

export const isWrongPassword = (error: unknown): boolean =>
  error instanceof Problem && (error.field === 'password' || error.field === 'currentPassword')
