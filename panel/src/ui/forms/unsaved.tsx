// Asks before changes that were not saved are lost: by a way inside the panel, by leaving the page, and before an action that ends it.
import { Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { confirmBeforeLeaving, isLeaving } from './leaving.ts'

interface UnsavedProps {
  /** Something differs from the stored values, and is not just being saved. */
  when: boolean
}

export function Unsaved({ when }: UnsavedProps) {
  const t = useWords(commonWords)
  const action = useLeaveRequest(when)
  const { status, proceed, reset } = useBlocker({
    // Another filter or page of a list in the address leaves the form where it is.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when && !isLeaving(),
    withResolver: true,
  })
  const answer = (goes: boolean) => {
    action?.(goes)
    if (goes) proceed?.()
    else reset?.()
  }
  return (
    <ConfirmDialog
      opened={status === 'blocked' || action !== null}
      title={t('unsaved.title')}
      verb={t('unsaved.leave')}
      wayOut={t('unsaved.stay')}
      dangerous
      pending={false}
      error={null}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    >
      <Text>{t('unsaved.text')}</Text>
    </ConfirmDialog>
  )
}

/** How to answer the action that wants to end the page; null while none does. */
function useLeaveRequest(when: boolean): ((goes: boolean) => void) | null {
  const [action, setAction] = useState<{ answer: (goes: boolean) => void } | null>(null)
  useEffect(() => {
    if (!when) return
    return confirmBeforeLeaving(async () => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      setAction({ answer: resolve })
      return promise.finally(() => setAction(null))
    })
  }, [when])
  return action?.answer ?? null
}
