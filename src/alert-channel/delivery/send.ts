// One message on its way to the receiver of its channel, in the receiver's form. What was sent of it already is left out; each part
// that arrives is noted at once, so that a further try repeats as little as possible.
import type { Egress, Posted } from '#http/egress/egress.ts'
import { signStandard, signWebhook } from '#kernel/crypto/signature.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Secrets } from '#notification/delivery/delivery.ts'
import { type Courier, keysAt } from '#notification/delivery/headers.ts'
import type { ChannelKind } from '../channel.ts'
import type { AlertChannelsDeps } from '../feature.ts'
import { pagerdutyBody, slackBody, teamsBody, webhookBody } from '../message/bodies.ts'
import type { AlertMessage } from '../message/entry.ts'
import { mailOf } from '../message/mail.ts'
import type { Target } from '../target.ts'
import type { AlertState } from './compose.ts'

/** What the feature makes of what it is given, to deliver. */
export interface Delivering extends AlertChannelsDeps {
  egress: Egress
  courier: Courier
}

export interface Sending extends Secrets {
  channelId: bigint
  kind: ChannelKind
  /** null: mail to the operators. */
  target: Target | null
  message: AlertMessage
  /** Parts that were sent before. */
  done: readonly string[]
  sent: (part: string) => Promise<unknown>
  /** Which of these incidents have ended with all of their alerts, and how. */
  ended: (incidents: string[]) => Promise<{ incident: string; state: AlertState }[]>
}

/** What the receiver did. `error` null: it has taken everything. */
export interface Sent {
  status: number | null
  answer: string | null
  error: string | null
  /** For so long it asks to be left alone. */
  askedMs: number
}

const TAKEN: Sent = { status: null, answer: null, error: null, askedMs: 0 }
const failed = (error: string): Sent => ({ ...TAKEN, error })

export async function send(deps: Delivering, sending: Sending): Promise<Sent> {
  const { kind, target } = sending
  if (kind === 'MAIL') return sendMails(deps, sending)
  const { url } = target ?? {}
  if (url === undefined) return failed('the channel has no address')
  if (kind === 'PAGERDUTY') return sendEvents(deps, sending, url)
  const { message } = sending
  if (kind === 'SLACK') return post(deps, url, bytesOf(slackBody(message)))
  if (kind === 'TEAMS') return post(deps, url, bytesOf(teamsBody(message)))
  const body = bytesOf(webhookBody(message, sending.channelId.toString()))
  return post(deps, url, body, signed(deps, sending, body))
}

const bytesOf = (body: object) => Buffer.from(JSON.stringify(body))

const MAX_ANSWER = 300

async function post({ egress, courier }: Delivering, url: string, body: Buffer, headers = {}): Promise<Sent> {
  const common = { 'Content-Type': 'application/json', 'User-Agent': courier.userAgent }
  return sentOf(await egress.post(url, { ...common, ...headers }, body))
}

export function sentOf({ status, error, head, retryAfter }: Posted): Sent {
  const isTaken = status !== null && status >= 200 && status < 300
  const answer = head === null ? null : printable(head)
  const askedMs = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) * SECOND_MS : 0
  const trouble = isTaken ? null : (error ?? `it answered ${status}${answer === '' ? '' : `: ${answer}`}`)
  return { status, answer, error: trouble, askedMs }
}

/** What a server answers is foreign text. */
export const printable = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_ANSWER)

/** As our other webhooks are signed, under both names; while a new secret waits it signs beside the old one. */
function signed({ courier, clock }: Delivering, sending: Sending, body: Buffer) {
  const { message } = sending
  const { names } = courier
  const at = clock()
  const keys = keysAt(courier, sending, at)
  const [key, next] = keys
  const timestamp = Math.floor(at.getTime() / SECOND_MS)
  return {
    [names.eventId]: message.id,
    [names.type]: message.isTest ? 'alerts.test' : 'alerts',
    [names.timestamp]: String(timestamp),
    [names.signature]: signWebhook(key, timestamp, body),
    ...(next !== undefined && { [names.nextSignature]: signWebhook(next, timestamp, body) }),
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': keys.map(one => signStandard(one, message.id, timestamp, body) ?? '').join(' '),
  }
}

/** To each by themselves, so that nobody sees who else is told. One address that is refused keeps no other waiting. */
async function sendMails({ sendMail, operators }: Delivering, sending: Sending): Promise<Sent> {
  if (sendMail === null) return failed('this gateway sends no mail: SMTP_URL and MAIL_FROM are not set')
  const recipients = sending.target?.recipients ?? (await operators())
  const troubles: string[] = []
  for (const recipient of recipients) {
    if (sending.done.includes(recipient)) continue
    try {
      await sendMail(mailOf(sending.message, recipient))
      await sending.sent(recipient)
    } catch (error) {
      troubles.push(printable((error as Error).message))
    }
  }
  return troubles[0] === undefined ? TAKEN : failed(troubles[0])
}

/** An event for each incident: those that begin, and those whose last alert was acknowledged or has ended. */
async function sendEvents(deps: Delivering, sending: Sending, url: string): Promise<Sent> {
  const { message, done, target } = sending
  const groups = Map.groupBy(message.entries, ({ incident }) => incident)
  const over = [...groups].filter(([, entries]) => entries.every(({ says }) => says !== 'OPEN')).map(([name]) => name)
  const ended = new Map((await sending.ended(over)).map(({ incident, state }) => [incident, state]))
  let last = TAKEN
  for (const [incident, entries] of groups) {
    const says = over.includes(incident) ? ended.get(incident) : 'OPEN'
    const part = `${says} ${incident}`
    if (says === undefined || done.includes(part)) continue
    const body = pagerdutyBody({ ...message, entries }, target?.routingKey ?? '', incident, says)
    last = await post(deps, url, bytesOf(body))
    if (last.error !== null) return last
    await sending.sent(part)
  }
  return last
}
