// Asks a person to prove who they are when the gateway wants that before it does something; the request then goes on by itself.
// One dialog for the whole panel, opened by api/call.ts.
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'

type Answer = (confirmed: boolean) => void

let waiting: Answer[] = []
let changed = () => {}

/** Requests at the same time wait for the same step-up. */
export function requestSecondFactor(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  waiting = [...waiting, resolve]
  changed()
  return promise
}

function answer(confirmed: boolean): void {
  const asked = waiting
  waiting = []
  for (const resolve of asked) resolve(confirmed)
  changed()
}

const subscribe = (listener: () => void) => {
  changed = listener
  return () => {
    changed = () => {}
  }
}

const Dialog = lazy(() =>
  import('./second-factor-dialog.tsx').then(({ SecondFactorDialog: dialog }) => ({ default: dialog })),
)

export function SecondFactor() {
  const isAsked = useSyncExternalStore(subscribe, () => waiting.length > 0)
  const [wasAsked, setAsked] = useState(false)
  if (isAsked && !wasAsked) setAsked(true)
  if (!wasAsked) return null
  return (
    <Suspense>
      <Dialog opened={isAsked} onAnswer={answer} />
    </Suspense>
  )
}
