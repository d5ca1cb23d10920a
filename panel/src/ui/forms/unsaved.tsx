// Asks before changes that were not saved are lost: by a way inside the panel, by leaving the page, and before an action that ends it or its
// form. The way is blocked from the first letter on, and the code of the question is loaded then: before that nothing can be lost.
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { confirmBeforeLeaving, isLeaving } from './leaving.ts'

const load = () => import('./unsaved-dialog.tsx').then(({ UnsavedDialog: dialog }) => dialog)

interface UnsavedProps {
  /** Something differs from the stored values, and is not just being saved. */
  when: boolean
}

export function Unsaved({ when }: UnsavedProps) {
  const action = useLeaveRequest(when)
  const { status, proceed, reset } = useBlocker({
    // Another filter or page of a list in the address leaves the form where it is.
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when && !isLeaving(),
    withResolver: true,
  })
  const isAsking = status === 'blocked' || action !== null
  const answer = (goes: boolean) => {
    action?.(goes)
    if (goes) proceed?.()
    else reset?.()
  }
  const Dialog = useDialog(when, isAsking, answer)
  return Dialog !== null && <Dialog opened={isAsking} onAnswer={answer} />
}

/** Where its code cannot be had, such as that of a version that is gone, the browser asks. */
function useDialog(when: boolean, isAsking: boolean, answer: (goes: boolean) => void) {
  const t = useWords(commonWords)
  const [dialog, setDialog] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const askPlainly = useEffectEvent(() => {
    if (isAsking) answer(window.confirm(t('unsaved.text')))
  })
  useEffect(() => {
    if ((when || isAsking) && dialog === null) load().then(loaded => setDialog(() => loaded), askPlainly)
  }, [when, isAsking, dialog])
  return dialog
}

/** How to answer the action that wants to end the page or its form; null while none does. */
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
