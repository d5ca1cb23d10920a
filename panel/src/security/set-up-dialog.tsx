// Turning the authenticator app on: the password, then its key, then the first code. The recovery codes are handed over when it
// is on: before that they open nothing.
import { Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type BegunApp, useBeginApp, useTurnAppOn } from '../api/access/security.ts'
import { Problem } from '../api/problem.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { QrCode } from '../ui/values/qr-code.tsx'
import { useWords } from '../words/words.ts'
import { PasswordDialog } from './password-dialog.tsx'
import classes from './security.module.css'
import { securityWords } from './words.ts'

interface SetUpDialogProps {
  onOn: (recoveryCodes: string[]) => void
  onClose: () => void
}

export function SetUpDialog({ onOn, onClose }: SetUpDialogProps) {
  const t = useWords(securityWords)
  const [begun, setBegun] = useState<BegunApp | null>(null)
  const { mutate, isPending, error } = useBeginApp()
  if (begun !== null) return <FirstCode begun={begun} onOn={onOn} onClose={onClose} />
  return (
    <PasswordDialog
      title={t('app.setUpTitle')}
      text={t('app.sayPassword')}
      verb={t('app.go')}
      pending={isPending}
      error={error}
      onPassword={password => mutate(password, { onSuccess: setBegun })}
      onClose={onClose}
    />
  )
}

function FirstCode({ begun: { totpURI, backupCodes }, onOn, onClose }: SetUpDialogProps & { begun: BegunApp }) {
  const t = useWords(securityWords)
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useTurnAppOn()
  const isWrong = error instanceof Problem && error.code === 'INVALID_DATA'
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  const done = ({ endedSessions = 0 }: { endedSessions?: number }) => {
    notifications.show({ message: `${t('app.turnedOn')} ${t('ended', { count: endedSessions })}` })
    onOn(backupCodes)
  }
  return (
    <ConfirmDialog
      opened
      title={t('app.setUpTitle')}
      verb={t('app.turnOn')}
      disabled={code.trim() === ''}
      pending={isPending}
      error={isWrong ? null : error}
      onConfirm={() => mutate(code.trim(), { onSuccess: done })}
      onClose={onClose}
    >
      <Text>{t('app.scan')}</Text>
      <div className={classes.qr}>
        <QrCode text={totpURI} label={t('app.qr')} />
      </div>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {t('app.key')}
        </Text>
        <Group gap="sm" wrap="nowrap" justify="space-between" align="flex-start">
          <code className={classes.key}>{secret}</code>
          <CopyButton value={secret} label={t('app.copyKey')} />
        </Group>
      </Stack>
      <TextInput
        label={t('app.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
        error={isWrong && t('app.wrongCode')}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
