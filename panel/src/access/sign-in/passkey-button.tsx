// Signing in by a passkey, without a name and a password.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { hasPasskeys, requestPasskey, signInByPasskey } from '../../api/passkey.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { useWords } from '../../words/words.ts'
import { accessWords } from '../words.ts'

export function PasskeyButton({ onIn }: { onIn: () => Promise<unknown> }) {
  const t = useWords(accessWords)
  const problemText = useProblemText()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const response = await requestPasskey()
      if (response === null) return
      await signInByPasskey(response)
      await onIn()
    },
    onError: error => notifications.show({ color: 'red', message: problemText(error) }),
  })
  if (!hasPasskeys()) return null
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconFingerprint size={20} />}
      loading={isPending}
      onClick={() => mutate()}
    >
      {t('passkey')}
    </Button>
  )
}
