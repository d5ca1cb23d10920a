// The way into test mode and back, whose code only those load who have one.
import { lazy, Suspense } from 'react'
import { useOtherSide } from '../api/access/test-mode.ts'

const Switch = lazy(() => import('./test-switch.tsx').then(({ TestSwitch }) => ({ default: TestSwitch })))

/** `isItem`: one of the person's menu. */
export function LazyTestSwitch({ isItem = false }: { isItem?: boolean }) {
  const other = useOtherSide()
  return (
    other && (
      <Suspense>
        <Switch other={other} isItem={isItem} />
      </Suspense>
    )
  )
}
