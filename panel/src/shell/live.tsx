// What the account's stream shows: paid sales, and, after a while without a connection, that it is down.
import { Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useAccount } from '../api/access/session.ts'
import { useLiveState } from '../api/live/live-state.ts'
import { useWords } from '../words/words.ts'
import classes from './shell.module.css'
import { usePaidText } from './use-paid-text.ts'
import { shellWords } from './words.ts'

const noticeOf = (n: number) => `sale-paid-${n}`
const SHOWN_MS = 6_000

/**
 * Announced by a live region that exists before the first message; the notice in the corner is for eyes alone, and out of their
 * way.
 */
export function Live() {
  const { data: account } = useAccount()
  const announcement = usePaidText(account?.id)
  useEffect(() => {
    if (announcement === null) return
    notifications.hide(noticeOf(announcement.n - 1))
    const [id, position] = [noticeOf(announcement.n), 'bottom-right' as const]
    notifications.show({ id, position, message: announcement.text, role: 'none', autoClose: SHOWN_MS })
  }, [announcement])
  return (
    <p role="status" className="only-heard">
      <span key={announcement?.n}>{announcement?.text}</span>
    </p>
  )
}

/** A connection that is back within this time is not reported. */
const WORTH_SAYING_MS = 6_000

export function LiveSign() {
  const t = useWords(shellWords)
  const isOff = useLiveState() === 'off'
  const [isAnnounced, setIsAnnounced] = useState(false)
  useEffect(() => {
    setIsAnnounced(false)
    if (!isOff) return
    const timer = setTimeout(() => setIsAnnounced(true), WORTH_SAYING_MS)
    return () => clearTimeout(timer)
  }, [isOff])
  return (
    <span role="status" className={classes.live}>
      {isAnnounced && (
        <>
          <IconPlugConnectedX size={18} stroke={1.7} aria-hidden />
          <Text component="span" size="sm" inherit className={classes.liveText}>
            {t('live.off')}
          </Text>
        </>
      )}
    </span>
  )
}
