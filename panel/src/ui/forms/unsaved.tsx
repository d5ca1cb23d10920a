// Asks before changes that were not saved are lost: by a way inside the panel, by leaving the page, and before an action that ends it or its
// form. The way is blocked from the first letter on, and the code of the question is loaded then: before that nothing can be lost.
import { useBlocker } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { confirmBeforeLeaving, isLeaving } from './leaving.ts'

const load = () => import('./unsaved-dialog.tsx')
const Dialog = lazy(() => load().then(({ UnsavedDialog: dialog }) => ({ default: dialog })))

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
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    // Where that fails, it is tried again with the question.
    if (when)
      load().then(
        () => setLoaded(true),
        () => {},
      )
  }, [when])
  const isAsking = status === 'blocked' || action !== null
  const answer = (goes: boolean) => {
    action?.(goes)
    if (goes) proceed?.()
    else reset?.()
  }
  return (
    (isLoaded || isAsking) && (
      <Suspense>
        <Dialog opened={isAsking} onAnswer={answer} />
      </Suspense>
    )
  )
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
