// Sending again everything that a webhook has missed: after its receiver was down, or after the gateway had switched it off.
import type { Database } from '#db/postgres.ts'
import type { RecordAction } from '#http/audited-action.ts'
import { Failure, invalid, notFound } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { webhookAction } from '../webhooks/audit.ts'
import { lockWebhook } from '../webhooks/store.ts'
import { insertMissed, type MissedSpan, owesMuch } from './resend-store.ts'

export interface MissedRequest {
  since: Date
  /** Absent, or of the future: now. */
  until?: Date | undefined
  after?: bigint | undefined
}

export interface MissedAnswer {
  resent: number
  /** What to ask for next; null where nothing further was missed. */
  next: MissedSpan | null
}

/** Each event once, also when two ask for it at the same moment: the second call finds it on its way. */
export async function resendMissed(
  { db, clock }: { db: Database; clock: Clock },
  accountId: number,
  webhookId: bigint,
  request: MissedRequest,
  recordAction: RecordAction,
): Promise<MissedAnswer | Failure> {
  const { since, after = 0n } = request
  const asked = clock()
  // What fails from now on is another question's: or a later page would find again what an earlier one has sent.
  const until = request.until === undefined || request.until > asked ? asked : request.until
  // An impossible date compares as neither.
  if (!(since <= asked)) return invalid('since', 'a moment of the past, such as 2026-01-31T12:00:00Z')
  if (!(since <= until)) return invalid('until', 'a moment after `since`')
  return db.transaction(async tx => {
    const webhook = await lockWebhook(tx, accountId, webhookId)
    if (webhook === null) return notFound('webhook')
    if (!webhook.active) return new Failure('CONFLICT', 'This webhook is switched off; switch it on first')
    if (await owesMuch(tx, webhookId))
      return new Failure(
        'CONFLICT',
        'Very many deliveries are on their way to this webhook; ask again when they are through',
      )
    const now = clock()
    const sent = await insertMissed(tx, accountId, webhookId, { since, until, after }, now)
    await recordAction(tx, webhookAction('webhook.missed-resent', webhook, { since, until, resent: sent.resent }), now)
    return { resent: sent.resent, next: sent.after === null ? null : { since, until, after: sent.after } }
  })
}
