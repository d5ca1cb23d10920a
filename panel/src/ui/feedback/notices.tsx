// The notices of success. Their corner is loaded with the first of them, which waits for it.
import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useState } from 'react'

const Corner = lazy(() => import('./notice-corner.tsx').then(({ NoticeCorner: corner }) => ({ default: corner })))

export function Notices() {
  const { notifications } = useNotifications()
  const [wereAny, setAny] = useState(false)
  if (notifications.length > 0 && !wereAny) setAny(true)
  if (!wereAny) return null
  return (
    <Suspense>
      <Corner />
    </Suspense>
  )
}
