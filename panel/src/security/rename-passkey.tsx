// Giving a passkey another name.
import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useRenamePasskey } from '../api/access/security.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { useWords } from '../words/words.ts'
import { securityWords } from './words.ts'

export function RenamePasskey({ id, name }: { id: string; name: string }) {
  const t = useWords(securityWords)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(name)
  const { mutate, isPending, error } = useRenamePasskey()
  const done = () => {
    notifications.show({ message: t('passkeys.renamed') })
    setOpen(false)
  }
  return (
    <>
      <Button variant="default" size="xs" aria-label={t('passkeys.renameOf', { name })} onClick={() => setOpen(true)}>
        {t('passkeys.rename')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('passkeys.rename')}
        verb={t('passkeys.rename')}
        disabled={text.trim() === ''}
        pending={isPending}
        error={error}
        onConfirm={() => mutate({ id, name: text.trim() }, { onSuccess: done })}
        onClose={() => setOpen(false)}
      >
        <TextInput
          label={t('passkeys.newName')}
          maxLength={80}
          autoComplete="off"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          data-autofocus
        />
      </ConfirmDialog>
    </>
  )
}
