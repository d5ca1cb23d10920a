// Writes down, in the commit of the event, which of an account's members a mail about it is owed to. A mail covers a stretch of
// time, so that a busy day fills no mailbox: the first one goes out after a minute, the next one not before the stretch of its
// kind is over.
import type { Transaction } from '#db/postgres.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Details } from '#mail/mail.ts'
import type { DomainEvent } from '#notification/events/event.ts'
import { insertAccountMail } from './store.ts'

export interface AccountMail {
  /** Events that the same transaction writes. Of test accounts nobody is written. */
  owe(tx: Transaction, events: Pick<DomainEvent, 'accountId' | 'type' | 'form'>[], now: Date): Promise<void>
  oweSwitchedOff(tx: Transaction, webhook: { accountId: number; id: bigint }, now: Date): Promise<void>
}

/** By the type of an event. Postbacks get the same in a form of its own, which counts for nothing here. */
const KIND_OF: Partial<Record<string, keyof typeof SPACING_MS>> = {
  'sale.paid': 'money-in',
  'dispute.opened': 'disputes',
  'withdrawal.rejected': 'failed-cashouts',
}

const SPACING_MS = { 'money-in': HOUR_MS, disputes: 15 * MINUTE_MS, 'failed-cashouts': 15 * MINUTE_MS } as const
const SWITCHED_OFF_SPACING_MS = 0

export const ACCOUNT_MAIL_KINDS = ['money-in', 'disputes', 'failed-cashouts', 'webhook-switched-off'] as const

export function openAccountMail(): AccountMail {
  return {
    async owe(tx, events, now) {
      const owed = new Map<string, { accountId: number; kind: keyof typeof SPACING_MS }>()
      for (const { accountId, type, form } of events) {
        const kind = form === 'SALE_POSTBACK' || isTestAccount(accountId) ? undefined : KIND_OF[type]
        if (kind !== undefined) owed.set(`${accountId}/${kind}`, { accountId, kind })
      }
      const owedMail = [...owed.values()].map(one => ({ ...one, spacingMs: SPACING_MS[one.kind], more: {} }))
      if (owedMail.length > 0) await insertAccountMail(tx, owedMail, now)
    },
    async oweSwitchedOff(tx, { accountId, id }, now) {
      if (isTestAccount(accountId)) return
      const more: Omit<Details['webhook-switched-off'], 'since' | 'upTo'> = { webhookId: Number(id) }
      const kind = 'webhook-switched-off' as const
      await insertAccountMail(tx, [{ accountId, kind, spacingMs: SWITCHED_OFF_SPACING_MS, more }], now)
    },
  }
}

/** Of a gateway that sends no mail. */
export const NO_ACCOUNT_MAIL: AccountMail = { owe: async () => {}, oweSwitchedOff: async () => {} }
