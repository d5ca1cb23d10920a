// Inviting a person by mail.
import { Radio, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { Role } from '#http/route.ts'
import { isEmail } from '../access/use-access-form.ts'
import { type Invitation, ROLES, useInvite } from '../api/account/members.ts'
import { Problem } from '../api/problem.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { useWords } from '../words/words.ts'
import { teamWords } from './words.ts'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(teamWords)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('READER')
  const [isWrong, setWrong] = useState(false)
  const { mutate, isPending, error } = useInvite()
  const known = useKnownProblem(error)
  const send = () => {
    setWrong(!isEmail(email))
    if (!isEmail(email)) return
    const done = ({ link }: Invitation) => {
      notifications.show({ message: t(link === null ? 'invite.done' : 'invite.made', { email: email.trim() }) })
      onClose()
    }
    mutate({ email: email.trim(), role }, { onSuccess: done })
  }
  return (
    <ConfirmDialog
      opened
      title={t('invite.title')}
      verb={t('invite.send')}
      pending={isPending}
      error={known === null ? error : null}
      onConfirm={send}
      onClose={onClose}
    >
      <TextInput
        label={t('invite.email')}
        description={t('invite.help')}
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        error={isWrong ? t('invite.emailInvalid') : known}
        data-autofocus
      />
      <Radio.Group label={t('invite.role')} value={role} onChange={value => setRole(value as Role)}>
        <Stack gap="sm" mt="xs">
          {ROLES.map(one => (
            <Radio key={one} value={one} label={t(`roles.${one}`)} description={t(`rolesMay.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </ConfirmDialog>
  )
}

function useKnownProblem(error: unknown): string | null {
  const t = useWords(teamWords)
  if (!(error instanceof Problem)) return null
  if (error.code === 'CONFLICT') return t('invite.conflict')
  if (error.code === 'MAIL_NOT_SET_UP') return t('invite.noMail')
  return error.code === 'INVALID_DATA' ? t('invite.emailInvalid') : null
}
