// Whether the gateway is reachable. After a request without an answer it is polled until it answers, and everything on the
// screen is then reloaded: the person need not load the page again.
import { onlineManager } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

const KNOCK_EVERY_MS = 2_500
const HEALTH_PATH = '/health/live'

let isLost = false
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  const stop = onlineManager.subscribe(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

function change(lost: boolean): void {
  isLost = lost
  for (const listener of listeners) listener()
}

async function knock(): Promise<void> {
  const answer = await fetch(HEALTH_PATH, { cache: 'no-store' }).catch(() => null)
  if (!isLost) return
  if (answer?.ok !== true) return void setTimeout(knock, KNOCK_EVERY_MS)
  change(false)
  await queryClient.invalidateQueries()
}

export const reach = {
  subscribe,
  /** 'offline': the device has no network. 'silent': it has, and the gateway does not answer. */
  now: (): 'there' | 'offline' | 'silent' => {
    if (!onlineManager.isOnline()) return 'offline'
    return isLost ? 'silent' : 'there'
  },
  unanswered(): void {
    if (isLost) return
    change(true)
    setTimeout(knock, KNOCK_EVERY_MS)
  },
}
