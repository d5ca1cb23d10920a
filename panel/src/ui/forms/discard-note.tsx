// In the place of a dialog's buttons: whether what was typed into it is to be lost.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'

interface DiscardNoteProps {
  onDiscard: () => void
  onStay: () => void
}

export function DiscardNote({ onDiscard, onStay }: DiscardNoteProps) {
  const t = useWords(commonWords)
  return (
    <Alert color="ocre" role="alert" variant="default">
      <Stack gap="sm">
        <Text>{t('unsaved.typed')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDiscard}>
            {t('unsaved.discard')}
          </Button>
          <Button ref={focusNow} onClick={onStay}>
            {t('unsaved.stay')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** The keyboard goes to the way that loses nothing. */
const focusNow = (button: HTMLButtonElement | null): void => button?.focus()
