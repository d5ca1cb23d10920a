// What is done with a session that is open: its address is sent once more, or it is ended.
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { type CheckoutSession, useExpireSession } from '../../api/money/checkout-sessions.ts'
import { ConfirmDialog } from '../../ui/forms/confirm-dialog.tsx'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { CopyButton } from '../../ui/values/copy-button.tsx'
import { useWords } from '../../words/words.ts'
import { sessionWords } from './words.ts'

export function SessionActions({ session }: { session: CheckoutSession }) {
  const t = useWords(sessionWords)
  const [isEnding, ending] = useDisclosure(false)
  if (session.status !== 'ACTIVE') return null
  return (
    <Group gap="xs" wrap="nowrap">
      {session.url !== null && <CopyButton value={session.url} label={t('copy', { id: session.id })} />}
      <IfMay route="POST /api/account/checkouts/:id/expire">
        <Button variant="default" size="xs" onClick={ending.open}>
          {t('end')}
        </Button>
      </IfMay>
      {isEnding && <EndDialog session={session} onClose={ending.close} />}
    </Group>
  )
}

function EndDialog({ session, onClose }: { session: CheckoutSession; onClose: () => void }) {
  const t = useWords(sessionWords)
  const { mutate, isPending, error } = useExpireSession(session.uuid)
  const end = () =>
    mutate(undefined, {
      onSuccess: () => {
        notifications.show({ message: t('ending.done') })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      opened
      title={t('ending.title')}
      verb={t('ending.verb')}
      wayOut={t('ending.keep')}
      dangerous
      pending={isPending}
      error={error}
      onConfirm={end}
      onClose={onClose}
    >
      <Text>{t('ending.text')}</Text>
    </ConfirmDialog>
  )
}
