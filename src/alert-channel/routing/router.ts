// Owes each alert, and each end of one, to the channels that hear of it. An alert is due until that is done, in one commit: killing a
// process at any moment leaves it due.
import { alertDefinition } from '#alert/catalogue/catalogue.ts'
import { type DueLoop, startDueLoop } from '#db/queue/due.ts'
import { owedIn } from '#db/queue/owed.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { hears } from '../channel.ts'
import type { AlertChannelsDeps } from '../feature.ts'
import { listListening, oweEnds, oweOpen, type RoutedAlert, takeDueAlerts } from './store.ts'

const BATCH = 200

export const startRouter = (
  deps: Pick<AlertChannelsDeps, 'db' | 'clock' | 'log'> & {
    /** Called after a commit that owes channels something. */
    owed: () => void
  },
): DueLoop =>
  startDueLoop({
    name: 'alerts',
    everyMs: SECOND_MS,
    log: deps.log,
    owed: owedIn('alarm', deps),
    round: () => routeAlerts(deps),
  })

/** Answers whether there may be more. */
export async function routeAlerts({
  db,
  clock,
  owed,
}: Pick<AlertChannelsDeps, 'db' | 'clock'> & { owed: () => void }): Promise<boolean> {
  const count = await db.transaction(async tx => {
    const now = clock()
    const alerts = await takeDueAlerts(tx, { now, limit: BATCH })
    if (alerts.length === 0) return 0
    const channels = await listListening(tx)
    const open = alerts.filter(({ isOpen }) => isOpen)
    const notices = channels.flatMap(channel =>
      open
        .filter(alert => hears(channel, { ...alert, severity: alertDefinition(alert.code).severity }))
        .filter(alert => !isAbout(alert, channel.id))
        .map(alert => ({ channelId: channel.id, alertId: alert.id })),
    )
    await oweOpen(tx, notices, now)
    const ended = alerts.filter(({ isOpen }) => !isOpen).map(({ id }) => id)
    await oweEnds(tx, ended, now)
    return alerts.length
  })
  if (count > 0) owed()
  return count === BATCH
}

/** A channel that takes nothing is not told so by itself. */
const isAbout = ({ code, params }: RoutedAlert, channelId: bigint) =>
  code === 'ALERT_CHANNEL_FAILING' && params.channelId === channelId.toString()
