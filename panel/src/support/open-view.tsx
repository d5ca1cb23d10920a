// The way into an account for support: why, and then its panel.
import { Button, Text, Textarea } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { enter, openSupportView, useSupportView } from '../api/account/support.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { useWords } from '../words/words.ts'
import { supportWords } from './words.ts'

interface OpenViewProps {
  account: { id: number; name: string }
}

export function OpenView({ account }: OpenViewProps) {
  const t = useWords(supportWords)
  const [isAsking, setIsAsking] = useState(false)
  // One at a time: the one that is open is at the top of every screen.
  if (useSupportView()) return null
  return (
    <>
      <Button
        variant="default"
        flex="none"
        leftSection={<IconEye size={18} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {t('open')}
      </Button>
      {isAsking && <OpenViewDialog account={account} onClose={() => setIsAsking(false)} />}
    </>
  )
}

const SHORTEST = 3

function OpenViewDialog({ account: { id, name }, onClose }: OpenViewProps & { onClose: () => void }) {
  const t = useWords(supportWords)
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => openSupportView(id, reason.trim()),
    onSuccess: view => enter(view.accountId),
  })
  return (
    <ConfirmDialog
      opened
      title={t('title', { name })}
      verb={t('open')}
      disabled={reason.trim().length < SHORTEST}
      pending={isPending}
      error={error}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <Text>{t('ask')}</Text>
      <Text>{t('told')}</Text>
      <Textarea
        label={t('reason')}
        description={t('reasonHelp')}
        autosize
        minRows={2}
        maxLength={500}
        required
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
