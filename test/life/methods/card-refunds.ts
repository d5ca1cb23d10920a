// What becomes of a sale by card after it was approved: the acquirer credits it, and only then sends a refund of it, of parts one a day; or its holder
// contests it, which the acquirer decides.
import assert from 'node:assert/strict'
import { call } from '../../http.ts'
import type { Dispute, Refund, Sale } from '../reference.ts'
import { saleAt, watch } from '../selling.ts'
import {
  agrees,
  count,
  dayOf,
  HOUR_MS,
  type Known,
  MINUTE_MS,
  reais,
  type SoldSale,
  stands,
  timeOf,
  type World,
} from '../world.ts'
import { dayAfter } from './calendar.ts'

export interface PaidCard {
  /** A refund that goes when the acquirer has credited the sale. */
  waiting: (() => void) | null
  /** The day on which a part of it was refunded last. */
  refundedOn: string | null
  dispute: 'none' | 'open' | 'over'
  /** Its day of credit has come while it was contested. */
  isOverdue: boolean
}

export const approvedCard = (): PaidCard => ({ waiting: null, refundedOn: null, dispute: 'none', isOverdue: false })

/** The acquirer's day has come. What is contested waits for the decision. */
export function settle(world: World, of: Known, sale: Sale, sold: SoldSale): void {
  const { acquirer } = sold
  const card = cardOf(sold)
  card.isOverdue = card.dispute === 'open'
  if (card.isOverdue || acquirer.toCome === 0) return
  of.account.settle(sale, dayOf(world.moment))
  acquirer.credited += acquirer.toCome
  acquirer.toCome = 0
  count(world, 'card settled')
  card.waiting?.()
  card.waiting = null
}

function cardOf({ card }: SoldSale): PaidCard {
  assert.ok(card)
  return card
}

/** Nothing of it is on its way back, and nobody decides about it. */
export const canGoBack = ({ card }: SoldSale, { method, going }: Sale): boolean =>
  !method.endsWith('CARD') || (card !== null && going === 0 && card.dispute !== 'open')

export async function goesBackByCard(
  world: World,
  of: Known,
  { sale, sold }: { sale: Sale; sold: SoldSale },
  { refund, uuid }: { refund: Refund; uuid: string },
): Promise<void> {
  const card = cardOf(sold)
  const path = `${saleAt(sold)}/refunds/${uuid}`
  const today = world.today()
  const done = () => {
    of.account.endRefund(refund, true, dayOf(world.moment))
    sold.acquirer.refunded += refund.amount
    card.refundedOn = dayOf(world.moment)
    watch(of, sale)
    of.touched.set(path, () => 'COMPLETED')
  }
  const isPart = refund.amount < sale.amount
  if (sold.acquirer.toCome > 0) card.waiting = done
  else if (isPart && card.refundedOn === today)
    world.byItself(timeOf(dayAfter(today, 1), 15), `a refund of ${of.name} goes on its day`, async () => {
      done()
      await agrees(of)
    })
  else {
    done()
    await stands(of, path, 'COMPLETED')
    return agrees(of)
  }
  count(world, `refund of a card that waits for ${card.waiting === null ? 'the next day' : 'its settlement'}`)
  await stands(of, path, 'PENDING')
  await agrees(of)
}

/** A cardholder may contest a sale; here each does so once at most. */
export async function contest(world: World, of: Known): Promise<void> {
  const all = [...of.sales].filter(
    ([{ status, gone, going }, { card }]) => status === 'PAGO' && gone + going === 0 && card?.dispute === 'none',
  )
  if (all.length === 0) return
  const [sale, sold] = world.chance.pick(all)
  const amount = world.chance.below(2) === 0 ? sale.amount : 1 + world.chance.below(sale.amount)
  count(world, `card contested ${sold.acquirer.toCome > 0 ? 'before' : 'after'} it was settled`)
  await atBank(world, '/sandbox/chargeback', { chargeId: Number(sold.chargeId), amount: reais(amount) })
  const dispute = of.account.dispute(sale, amount, 'CHARGEBACK')
  cardOf(sold).dispute = 'open'
  watch(of, sale)
  await stands(of, () => newestDispute(of, sold), 'OPEN')
  await agrees(of)
  const later = world.moment + (1 + world.chance.below(4 * 24)) * HOUR_MS + 7 * MINUTE_MS
  world.at(later, `the acquirer decides about ${amount} of ${of.name}`, () =>
    isDecided(world, of, { sale, sold }, dispute),
  )
}

async function atBank({ gateway }: World, path: string, body: object): Promise<void> {
  const { status, text } = await call(gateway.bankUrl, 'POST', path, { body })
  assert.ok(status < 300, text)
}

const newestDispute = async (of: Known, { uuid }: SoldSale) =>
  (await of.seller.api('GET', `/api/disputes?sale=${uuid}`)).body.data?.[0]

/** What is lost the acquirer takes of what it still owes, and then of what it has paid. */
async function isDecided(
  world: World,
  of: Known,
  { sale, sold }: { sale: Sale; sold: SoldSale },
  dispute: Dispute,
): Promise<void> {
  const outcome = world.chance.pick(['won', 'lost'] as const)
  const lost = outcome === 'lost' ? dispute.wanted : 0
  count(world, `card ${outcome}`)
  await atBank(world, `/sandbox/chargeback/${sold.chargeId}/decide/${outcome}`, {})
  sold.acquirer.toCome -= Math.min(lost, sold.acquirer.toCome)
  const card = cardOf(sold)
  card.dispute = 'over'
  // What fell due meanwhile is credited with the decision, and the acquirer tells both at once: so it is settled, and none of it held anew.
  if (card.isOverdue) settle(world, of, sale, sold)
  of.account.endDispute(dispute, lost, dayOf(world.moment))
  watch(of, sale)
  await stands(of, () => newestDispute(of, sold), outcome === 'won' ? 'RELEASED' : 'FORFEITED')
  await agrees(of)
}
