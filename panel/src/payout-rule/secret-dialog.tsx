// A secret, this once. It is not closed by accident.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { Code } from '../ui/layout/section.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { useWords } from '../words/words.ts'
import { ruleWords } from './words.ts'

export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const t = useWords(ruleWords)
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t('secret.title')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
    >
      <Stack>
        <Alert role="note" variant="default" color="ocre">
          {t('secret.text')}
        </Alert>
        <Code>{secret ?? ''}</Code>
        <Group justify="space-between">
          <CopyButton value={secret ?? ''} label={t('secret.copy')} size="sm" />
          <Button onClick={onClose}>{t('secret.done')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
