// A secret, this once. It is not closed by accident.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { defineWords, useWords } from '../../words/words.ts'
import { Code } from '../layout/section.tsx'
import { CopyButton } from './copy-button.tsx'

const words = defineWords('secretDialog', {
  pt: { title: 'Guarde este segredo agora', copy: 'Copiar segredo', done: 'Já guardei' },
  en: { title: 'Store this secret now', copy: 'Copy secret', done: 'I have kept it' },
})

interface SecretDialogProps {
  secret: string | null
  /** What the secret signs, and that it is not shown again. */
  text: string
  onClose: () => void
}

export function SecretDialog({ secret, text, onClose }: SecretDialogProps) {
  const t = useWords(words)
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t('title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
    >
      <Stack>
        <Alert role="note" variant="default" color="ocre">
          {text}
        </Alert>
        <Code>{secret ?? ''}</Code>
        <Group justify="space-between">
          <CopyButton value={secret ?? ''} label={t('copy')} size="sm" />
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
