// Asks before changes that were not saved are lost: by a way inside the panel, and by leaving the page.
import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { commonWords } from '../words/common.ts'
import { useWords } from '../words/words.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface UnsavedProps {
  /** Something differs from what is stored, and is not just being saved. */
  when: boolean
}

export function Unsaved({ when }: UnsavedProps) {
  const t = useWords(commonWords)
  const { status, proceed, reset } = useBlocker({
    // Another filter or page of a list in the address leaves the form where it is.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('unsaved.title')}
      verb={t('unsaved.leave')}
      wayOut={t('unsaved.stay')}
      dangerous
      pending={false}
      error={null}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      <Text>{t('unsaved.text')}</Text>
    </ConfirmDialog>
  )
}
