// The acquirer's own page, on which a buyer pays a charge by card: made once for a charge that nobody has paid, and over at the end of its day.
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { existing } from '../acquirer/change.ts'
import type { Charge } from '../acquirer/charge.ts'
import { moveCharge } from '../acquirer/history.ts'
import { dueInPast } from '../acquirer/refuse.ts'
import { dayAt, instantOn } from '../calendar.ts'
import { mintLocationToken } from '../ids.ts'
import type { Bank } from '../resources.ts'
import { queueTask } from '../tasks.ts'
import { hasLink, noLinkPossible, otherKindOfCard } from './refuse.ts'
import type { LinkForm } from './schema.ts'
import { findLink, insertLink, type Link } from './store.ts'

export function openLink(bank: Bank, id: number, form: LinkForm): { charge: Charge; link: Link } {
  return bank.database.transaction(() => {
    const charge = existing(bank, id)
    if (findLink(bank, id) !== undefined) throw hasLink()
    if (charge.status !== 'new') throw noLinkPossible()
    // Boletos have pages of their own here.
    if (form.payment_method !== 'credit_card') throw otherKindOfCard()
    if (form.expire_at < dayAt(bank.clock.now())) throw dueInPast()
    const expireAt = form.expire_at as LocalDate
    const { message = null, return_url: returnUrl = null } = form
    const link: Link = { chargeId: id, token: mintLocationToken(bank.random), message, expireAt, returnUrl }
    insertLink(bank, link)
    queueTask(bank, 'link expires', String(id), null, instantOn(addDays(expireAt, 1), 0))
    return { charge: moveCharge(bank, charge, 'link'), link }
  })
}

/** The task. */
export function expireLink(bank: Bank, subject: string): void {
  const charge = existing(bank, Number(subject))
  if (charge.status === 'link') moveCharge(bank, charge, 'expired')
}

export const linkAddress = (bank: Bank, { token }: Link): string => `${bank.origin()}/pagamento/${token}`
