// Asks before the gateway forgets who the buyer of a cart was.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Cart, useEraseCart } from '../api/money/carts.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { useWords } from '../words/words.ts'
import { cartWords } from './words.ts'

export function EraseDialog({ cart, onClose }: { cart: Cart; onClose: () => void }) {
  const t = useWords(cartWords)
  const { mutate, isPending, error } = useEraseCart(cart.uuid)
  const isOpen = cart.state === 'OPEN' || cart.state === 'ABANDONED'
  const erase = () =>
    mutate(undefined, {
      onSuccess: () => {
        notifications.show({ message: t('erasing.done') })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      opened
      title={t('erasing.title')}
      verb={t('erasing.verb')}
      dangerous
      pending={isPending}
      error={error}
      onConfirm={erase}
      onClose={onClose}
    >
      <Text>{t('erasing.text')}</Text>
      {isOpen && <Text>{t('erasing.ends')}</Text>}
    </ConfirmDialog>
  )
}
