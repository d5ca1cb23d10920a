// The acquirer's own page, on which a buyer pays a charge by card: made once for a charge that nobody has paid, and over at the end of its day.
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { existing } from '../acquirer/change.ts'
import type { Charge } from '../acquirer/charge.ts'
import { moveCharge } from '../acquirer/history.ts'
import { dueInPast } from '../acquirer/refuse.ts'
import { dayAt, instantOn } from '../calendar.ts'
import type { House } from '../house.ts'
import { mintLocationToken } from '../ids.ts'
import { queueTask } from '../tasks.ts'
import { hasLink, noLinkPossible, otherKindOfCard } from './refuse.ts'
import type { LinkForm } from './schema.ts'
import { findLink, insertLink, type Link } from './store.ts'

export function openLink(house: House, id: number, form: LinkForm): { charge: Charge; link: Link } {
  return house.database.transaction(() => {
    const charge = existing(house, id)
    if (findLink(house, id) !== undefined) throw hasLink()
    if (charge.status !== 'new') throw noLinkPossible()
    // Boletos have pages of their own here.
    if (form.payment_method !== 'credit_card') throw otherKindOfCard()
    if (form.expire_at < dayAt(house.clock.now())) throw dueInPast()
    const expireAt = form.expire_at as LocalDate
    const { message = null, return_url: returnUrl = null } = form
    const link: Link = { chargeId: id, token: mintLocationToken(house.random), message, expireAt, returnUrl }
    insertLink(house, link)
    queueTask(house, 'link expires', String(id), null, instantOn(addDays(expireAt, 1), 0))
    return { charge: moveCharge(house, charge, 'link'), link }
  })
}

/** The task. */
export function expireLink(house: House, subject: string): void {
  const charge = existing(house, Number(subject))
  if (charge.status === 'link') moveCharge(house, charge, 'expired')
}

export const linkAddress = (house: House, { token }: Link): string => `${house.origin()}/pagamento/${token}`
