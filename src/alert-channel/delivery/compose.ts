// What the next message of a channel says: what is due of each alert, by what the channel was told before and how the alert stands
// now. Pure.
import type { AlertCode } from '#alert/catalogue/catalogue.ts'
import { alertDefinition } from '#alert/catalogue/catalogue.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { type Channel, quietUntil } from '../channel.ts'

/** How an alert stands. */
export type AlertState = 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED'

/** What a channel is owed of an alert. */
export interface DueNotice {
  alertId: bigint
  code: AlertCode
  reported: AlertState | null
  incident: string | null
  repeats: number
  /** As the alert stands. */
  state: AlertState
}

/** What a message says of an alert. */
export interface Item {
  alertId: string
  says: AlertState
  /** How often it was said before; 0: for the first time. */
  repeat: number
  incident: string
}

/** The message that is under way: kept with the channel until it was sent. */
export interface Message {
  number: string
  items: Item[]
  /** Parts that have been sent: recipients, incidents. */
  done: string[]
}

/** How a notice stands after the message. */
interface After {
  alertId: bigint
  reported: AlertState | null
  incident: string | null
  repeats: number
  dueAt: Date | null
}

export interface Composed {
  items: Item[]
  after: After[]
}

type Hears = Pick<Channel, 'uuid' | 'kind' | 'quietHours' | 'repeat' | 'reportsEnd'>

/** Of a chat or a pager so many alerts at once are one incident. */
const MAX_INCIDENTS = 10

export function compose(channel: Hears, notices: DueNotice[], number: bigint, now: Date): Composed {
  const isStorm = notices.filter(({ reported }) => reported === null).length > MAX_INCIDENTS
  const judged = notices.map(notice => {
    const own = `${channel.uuid}-${isStorm ? `message-${number}` : notice.alertId}`
    return judge(channel, { ...notice, own: notice.incident ?? own }, now)
  })
  return {
    items: judged.flatMap(({ item }) => item ?? []),
    after: judged.map(({ after }) => after),
  }
}

interface Judged {
  /** null: nothing is said of it now. */
  item: Item | null
  after: After
}

function judge(channel: Hears, { own, ...notice }: DueNotice & { own: string }, now: Date): Judged {
  const { alertId, reported, incident, repeats, state } = notice
  const quiet = quietFor(channel, notice, now)
  if (quiet !== null) return { item: null, after: { alertId, reported, incident, repeats, dueAt: quiet } }
  if (!isReported(channel, notice))
    return { item: null, after: { alertId, reported: reported && state, incident, repeats, dueAt: null } }
  const repeat = reported === 'OPEN' && state === 'OPEN' ? repeats + 1 : 0
  const dueAt = state === 'OPEN' ? nextRepeat(channel, repeat, now) : null
  return {
    item: { alertId: String(alertId), says: state, repeat, incident: own },
    after: { alertId, reported: state, incident: own, repeats: repeat, dueAt },
  }
}

/** The end of an incident rings nowhere: a pager is reported of it at any hour. */
function quietFor({ kind, quietHours }: Hears, { code, state }: DueNotice, now: Date): Date | null {
  if (kind === 'PAGERDUTY' && state !== 'OPEN') return null
  return quietUntil(quietHours, alertDefinition(code).severity, now)
}

/** What a person has acknowledged before the channel was reported needs nobody any more. */
function isReported({ kind, reportsEnd }: Hears, { reported, state }: DueNotice): boolean {
  if (state === 'OPEN') return true
  if (reported === state || reported === 'RESOLVED') return false
  if (kind === 'PAGERDUTY') return reported !== null
  return reportsEnd && (reported !== null || state === 'RESOLVED')
}

function nextRepeat({ repeat }: Hears, repeats: number, now: Date): Date | null {
  if (repeat === null || repeats >= repeat.max) return null
  return new Date(now.getTime() + repeat.everyMinutes * MINUTE_MS)
}
