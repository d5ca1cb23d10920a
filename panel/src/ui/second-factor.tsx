// Asks a person to prove who they are when the gateway wants that before it does something; the request then goes on by itself.
// One dialog for the whole panel, opened by api/call.ts.
import { Modal } from '@mantine/core'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { commonWords } from '../words/common.ts'
import { useWords } from '../words/words.ts'
import { LoadingBlock } from './states.tsx'

type Answer = (confirmed: boolean) => void

let waiting: Answer[] = []
let changed = () => {}

/** Requests that are asked for at the same time wait for the same answer. */
export function askSecondFactor(): Promise<boolean> {
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

const StepUp = lazy(() => import('./step-up.tsx').then(({ StepUp: form }) => ({ default: form })))
const FORM_HEIGHT = 170

export function SecondFactor() {
  const t = useWords(commonWords)
  const isAsked = useSyncExternalStore(subscribe, () => waiting.length > 0)
  return (
    <Modal
      opened={isAsked}
      onClose={() => answer(false)}
      title={t('secondFactor.title')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      zIndex={400}
      centered
    >
      <Suspense fallback={<LoadingBlock height={FORM_HEIGHT} />}>
        <StepUp onProven={() => answer(true)} onCancel={() => answer(false)} />
      </Suspense>
    </Modal>
  )
}
