// The question before changes that were not saved are lost.
import { Text } from '@mantine/core'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface UnsavedDialogProps {
  opened: boolean
  onAnswer: (goes: boolean) => void
}

export function UnsavedDialog({ opened, onAnswer }: UnsavedDialogProps) {
  const t = useWords(commonWords)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('unsaved.title')}
      verb={t('unsaved.leave')}
      wayOut={t('unsaved.stay')}
      dangerous
      pending={false}
      error={null}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <Text>{t('unsaved.text')}</Text>
    </ConfirmDialog>
  )
}
