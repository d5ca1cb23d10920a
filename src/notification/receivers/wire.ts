// A receiver as the operator reads it. Of its address only where it is: the rest may hold what is meant for the receiver alone.
import { type Static, Type } from 'typebox'
import { invalid } from '#kernel/failure.ts'
import {
  type Counted,
  MAX_COUNTED,
  MAX_OF_GATEWAY,
  type Owed,
  RECEIVER_STATES,
  type Receiver,
  type ReceiverCursor,
} from './list-store.ts'

const Null = Type.Null()
const Moment = Type.String({ format: 'date-time' })
const Count = Type.Integer({ minimum: 0 })

export const ReceiverSchema = Type.Object({
  accountId: Type.Integer(),
  accountName: Type.String(),
  kind: Type.Enum(['WEBHOOK', 'POSTBACK']),
  webhookId: Type.Union([Type.Integer(), Null], { description: 'null: a place that postbacks are sent to' }),
  address: Type.String({ description: 'Scheme and host' }),
  state: Type.Enum([...RECEIVER_STATES], {
    description:
      'FAILING: the last attempt was not taken. RESTING: the same, and it is left alone for a moment. SWITCHED_OFF: by the gateway, after days. OFF: by the account holder. UNUSED: nothing was sent yet',
  }),
  since: Type.Union([Moment, Null], { description: 'Failing, or switched off' }),
  failures: Type.Integer({ description: 'Attempts in a row that were not taken' }),
  lastSuccessAt: Type.Union([Moment, Null]),
  lastFailureAt: Type.Union([Moment, Null]),
  lastFailure: Type.Union([Type.String(), Null], { description: 'HTTP status, or what kept it from being sent' }),
  restsUntil: Type.Union([Moment, Null]),
  waiting: Type.Integer({ description: `Deliveries that are owed; ${MAX_COUNTED}: as many or more` }),
  oldestWaitingAt: Type.Union([Moment, Null], { description: 'Of those: since when' }),
  failedIn24Hours: Type.Union([Type.Integer(), Null], {
    description: `Deliveries that were given up; ${MAX_COUNTED}: as many or more. null: not counted for postbacks`,
  }),
})

export const ReceiverTotalsSchema = Type.Object({
  states: Type.Object({
    FAILING: Count,
    RESTING: Count,
    SWITCHED_OFF: Count,
    HEALTHY: Count,
    UNUSED: Count,
    OFF: Count,
  }),
  waiting: Type.Integer({ description: `Deliveries that are owed; ${MAX_OF_GATEWAY}: as many or more` }),
  failedIn24Hours: Type.Integer({ description: 'Receivers to whom an attempt has failed in the last 24 hours' }),
})

export function receiverForm(receiver: Receiver, owed: Owed | undefined): Static<typeof ReceiverSchema> {
  const { accountId, accountName, lane, state } = receiver
  const isWebhook = lane > 0n
  const opensAt = state === 'RESTING' ? receiver.restsUntil : null
  return {
    accountId,
    accountName,
    state,
    kind: isWebhook ? 'WEBHOOK' : 'POSTBACK',
    webhookId: isWebhook ? Number(lane) : null,
    address: originOf(receiver.url),
    since: iso(receiver.since),
    failures: receiver.failures,
    lastSuccessAt: iso(receiver.lastSuccessAt),
    lastFailureAt: iso(receiver.lastFailureAt),
    lastFailure: receiver.lastFailure,
    restsUntil: iso(opensAt),
    waiting: owed?.waiting ?? 0,
    oldestWaitingAt: iso(owed?.oldestAt ?? null),
    failedIn24Hours: isWebhook ? (owed?.failed ?? 0) : null,
  }
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

/** An address that was taken once and cannot be read any more is shown as nothing rather than whole. */
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '')

export const totalsForm = (counted: Counted[], waiting: number): Static<typeof ReceiverTotalsSchema> => ({
  states: {
    FAILING: 0,
    RESTING: 0,
    SWITCHED_OFF: 0,
    HEALTHY: 0,
    UNUSED: 0,
    OFF: 0,
    ...Object.fromEntries(counted.map(({ state, count }) => [state, count])),
  },
  waiting,
  failedIn24Hours: counted.reduce((sum, { failedLately }) => sum + failedLately, 0),
})

export const ReceiverCursorQuery = Type.String({ maxLength: 100, pattern: '^[A-Za-z0-9_-]+$' })

export const encodeReceiverCursor = ({ rank, sinceMs, accountId, lane }: Receiver): string =>
  Buffer.from([rank, sinceMs, accountId, lane].join('/')).toString('base64url')

const CURSOR = /^(\d)\/(\d{1,15})\/([1-9]\d{0,9})\/(-?\d{1,19})$/
const MAX = 2n ** 63n
const MAX_ACCOUNT_ID = 2 ** 31 - 1

export function decodeReceiverCursor(cursor: string | undefined): ReceiverCursor | null {
  if (cursor === undefined) return null
  const parts = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'))
  const lane = BigInt(parts?.[4] ?? 0)
  const accountId = Number(parts?.[3])
  if (parts === null || lane >= MAX || lane < -MAX || accountId > MAX_ACCOUNT_ID)
    throw invalid('cursor', 'a nextCursor of an earlier page')
  return { rank: Number(parts[1]), sinceMs: Number(parts[2]), accountId, lane }
}
