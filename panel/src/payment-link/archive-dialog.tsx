// Asks before a link is archived, which ends its selling for good.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type PaymentLink, useArchiveLink } from '../api/money/payment-links.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { useWords } from '../words/words.ts'
import { linkWords } from './words.ts'

export function ArchiveDialog({ link, onClose }: { link: PaymentLink; onClose: () => void }) {
  const t = useWords(linkWords)
  const { mutate, isPending, error } = useArchiveLink(link.uuid)
  const archive = () =>
    mutate(undefined, {
      onSuccess: () => {
        notifications.show({ message: t('archiving.done') })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      opened
      title={t('archiving.title')}
      verb={t('archiving.verb')}
      wayOut={t('archiving.keep')}
      dangerous
      pending={isPending}
      error={error}
      onConfirm={archive}
      onClose={onClose}
    >
      <Text>{t('archiving.text')}</Text>
    </ConfirmDialog>
  )
}
