// Whether the mailbox has confirmed a second factor, and the link once more where it has not.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSendConfirmation } from '../api/access/security.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { useWords } from '../words/words.ts'
import { securityWords } from './words.ts'

interface ConfirmationProps {
  isConfirmed: boolean
  canConfirm: boolean
  /** null: the app. */
  passkeyId: string | null
  /** Of the passkey, or of the app. */
  name: string
}

export function Confirmation({ isConfirmed, canConfirm, passkeyId, name }: ConfirmationProps) {
  const t = useWords(securityWords)
  const problemText = useProblemText()
  const { mutate, isPending, error, isSuccess } = useSendConfirmation()
  if (isConfirmed || !canConfirm) return null
  const done = () => notifications.show({ message: t('confirm.sent') })
  return (
    <Group gap="sm">
      <Text size="sm">{t('confirm.text')}</Text>
      {!isSuccess && (
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          aria-label={t('confirm.actionOf', { name })}
          onClick={() => mutate(passkeyId, { onSuccess: done })}
        >
          {t('confirm.action')}
        </Button>
      )}
      {error !== null && (
        <Text size="sm" role="alert">
          {problemText(error)}
        </Text>
      )}
    </Group>
  )
}
