// The dead man's switch: a sign to an address outside every minute, only while the gateway is well, so that a watcher there notices
// silence. One of all processes sends it, after the database has answered; a process whose work hangs holds it back for all.
import { startDueLoop } from '#db/queue/due.ts'
import { owedIn } from '#db/queue/owed.ts'
import { stalled } from '#db/queue/progress.ts'
import type { OpenEgress } from '#http/egress/egress.ts'
import { MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { sentOf } from '../delivery/send.ts'
import type { AlertChannelsDeps } from '../feature.ts'
import { holdSigns, markSign, takeSign } from './store.ts'

const LOOK_MS = 10 * SECOND_MS
/** Renewed at each look. */
const HELD_MS = MINUTE_MS

export function startSwitch(
  deps: Pick<AlertChannelsDeps, 'db' | 'clock' | 'log' | 'secretBox' | 'stalled'> & {
    egress: OpenEgress
    userAgent: string
  },
): { stop(): Promise<void> } {
  const { db, clock, log } = deps
  const hanging = deps.stalled ?? stalled
  const signs = startDueLoop({
    name: 'dead man’s switch',
    everyMs: SECOND_MS,
    log,
    owed: owedIn('dead_mans_switch', deps),
    round: async () => {
      if (hanging().length === 0) await sign(deps)
      return false
    },
  })
  const looking = startDueLoop({
    name: 'progress',
    everyMs: LOOK_MS,
    log,
    async round() {
      const names = hanging()
      if (names.length === 0) return false
      log.error({ work: names }, 'work of this process makes no progress: no sign of life is sent')
      await holdSigns(db, new Date(clock().getTime() + HELD_MS), names.join(', '))
      return false
    },
  })
  return { stop: async () => void (await Promise.all([signs.stop(), looking.stop()])) }
}

async function sign(
  deps: Pick<AlertChannelsDeps, 'db' | 'clock' | 'log' | 'secretBox'> & { egress: OpenEgress; userAgent: string },
): Promise<void> {
  const { db, clock, log, secretBox, egress, userAgent } = deps
  const due = await takeSign(db, clock())
  if (due === null) return
  const url = secretBox.open(due.urlSealed)
  const headers = { 'User-Agent': userAgent }
  const posted =
    due.method === 'GET' ? await egress.get(url, headers) : await egress.post(url, headers, Buffer.alloc(0))
  const { error } = sentOf(posted)
  await markSign(db, clock(), error)
  if (error !== null) log.warn({ reason: error }, 'a sign of life was not taken')
}
