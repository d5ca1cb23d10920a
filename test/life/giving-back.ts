// What of a sale goes back: refunds that the seller requests, what the bank sends back by itself, and what buyers dispute, at the bank or
// by their card.
import assert from 'node:assert/strict'
import { call } from '../http.ts'
import { codeOf } from '../torture/model/requesting.ts'
import { canGoBack, goesBackByCard } from './methods/card-refunds.ts'
import { TO_BUYER } from './methods/kept.ts'
import { cashOutAll } from './paying-out.ts'
import type { Dispute, Sale } from './reference.ts'
import { saleAt, soldAndPaid, watch } from './selling.ts'
import { agreed, agrees, count, dayOf, HOUR_MS, type Known, reais, type SoldSale, stands, type World } from './world.ts'

/** A Pix can be given back for ninety days. */
const RECENT_MS = 80 * 24 * HOUR_MS

type Found = [Sale, SoldSale]

/** Without a code no callback tells of what the bank sends back later. */
const cameByPix = ({ endToEndId, refuses }: SoldSale, { method }: Sale) =>
  endToEndId !== null && !refuses && method === 'PIX'

/** A sale of which something is left; null where there is none. */
function someSale(
  world: World,
  of: Known,
  statuses: Sale['status'][],
  isFit: (sold: SoldSale, sale: Sale) => boolean = cameByPix,
): Found | null {
  const recent = [...of.sales].filter(
    ([sale, sold]) => statuses.includes(sale.status) && sold.paidAt > world.moment - RECENT_MS && isFit(sold, sale),
  )
  return recent.length === 0 ? null : world.chance.pick(recent)
}

export async function refund(world: World, of: Known): Promise<void> {
  const found = someSale(world, of, ['PAGO', 'PAGO', 'MED', 'CHARGEBACK', 'ESTORNADO'], canGoBack)
  if (found === null) return
  const [sale, sold] = found
  const left = sale.amount - sale.gone
  const how = world.chance.pick(['part', 'part', 'whole', 'too much'] as const)
  const part = 1 + world.chance.below(Math.max(1, left))
  const amount = { part, whole: Math.max(1, left), 'too much': left + 1 + world.chance.below(100) }[how]
  const expected = of.account.refund(sale, amount)
  count(world, typeof expected === 'string' ? `refund refused: ${expected}` : 'refund')
  watch(of, sale)
  // What did not come by a Pix of its own goes to a key of who sent it; a boleto's payer is the buyer.
  const key = sold.sender === null ? TO_BUYER : { pixKey: sold.sender, pixKeyType: 'CPF' }
  const to = sold.endToEndId === null && sold.card === null ? { refundTo: key } : {}
  const asked = await of.seller.api('POST', `${saleAt(sold)}/refunds`, { amount, ...to })
  if (typeof expected === 'string') {
    assert.deepEqual([asked.status < 500, codeOf(asked)], [true, expected], asked.text)
    return
  }
  assert.equal(asked.status, 202, asked.text)
  if (sold.card !== null) return goesBackByCard(world, of, { sale, sold }, { refund: expected, uuid: asked.body.uuid })
  of.account.endRefund(expected, !sold.refuses, dayOf(world.moment))
  const end = sold.refuses ? 'FAILED' : 'COMPLETED'
  await stands(of, `${saleAt(sold)}/refunds/${asked.body.uuid}`, end)
  await agrees(of)
}

/** By an error of the bank. */
export async function takeBack(world: World, of: Known): Promise<void> {
  const found = someSale(world, of, ['PAGO'])
  if (found === null) return
  const left = found[0].amount - found[0].gone
  const amount = world.chance.below(2) === 0 ? left : 1 + world.chance.below(left)
  await isTakenBack(world, of, found, amount)
}

async function isTakenBack(world: World, of: Known, [sale, { endToEndId }]: Found, amount: number): Promise<void> {
  count(world, 'sent back by the bank')
  watch(of, sale)
  const body = { endToEndId, amount: reais(amount) }
  const { status, text } = await call(world.gateway.bankUrl, 'POST', '/sandbox/refund', { body })
  assert.equal(status, 201, text)
  of.account.takeBack(sale, amount)
  await agrees(of)
}

export async function med(world: World, of: Known): Promise<void> {
  const found = someSale(world, of, ['PAGO'])
  if (found === null) return
  const [{ amount }] = found
  await isDisputed(world, of, found, world.chance.below(3) === 0 ? 1 + world.chance.below(amount) : amount)
}

export const IN_DEBT = 'MED of a sale with a reserve while the shop owes'

async function isDisputed(world: World, of: Known, [sale, sold]: Found, amount: number): Promise<void> {
  count(world, of.account.available < 0 && sale.reserve > 0 ? IN_DEBT : 'MED')
  const body = { endToEndId: sold.endToEndId, amount: reais(amount) }
  const opened = await call(world.gateway.bankUrl, 'POST', '/sandbox/med', { body })
  assert.equal(opened.status, 201, opened.text)
  const dispute = of.account.dispute(sale, amount, 'MED')
  watch(of, sale)
  await stands(of, () => newestDispute(of, sold), 'OPEN')
  await agrees(of)
  const later = world.moment + (3 + world.chance.below(6 * 24)) * HOUR_MS
  world.at(later, `the bank decides about ${amount} of ${of.name}`, () =>
    decideMed(world, of, dispute, sold, opened.body.idInfracao),
  )
}

const newestDispute = async (of: Known, { uuid }: SoldSale) =>
  (await of.seller.api('GET', `/api/disputes?sale=${uuid}`)).body.data?.[0]

async function decideMed(world: World, of: Known, dispute: Dispute, sold: SoldSale, id: string): Promise<void> {
  const decision = world.chance.pick(['accept', 'accept', 'accept', 'reject', 'cancel'] as const)
  const isWhole = world.chance.below(2) === 0
  const part = 1 + world.chance.below(dispute.wanted)
  const lost = decision !== 'accept' ? 0 : isWhole ? dispute.wanted : part
  const beyond = lost > dispute.held ? ', beyond what was held' : ''
  count(world, `MED ${decision}${decision === 'accept' ? (isWhole ? ' in whole' : ' in part') : ''}${beyond}`)
  const body = { decision, ...(lost > 0 && !isWhole && { amount: reais(lost) }) }
  const decided = await call(world.gateway.bankUrl, 'POST', `/sandbox/med/${id}/decide`, { body })
  assert.equal(decided.status, 200, decided.text)
  of.account.endDispute(dispute, lost, dayOf(world.moment))
  watch(of, dispute.sale)
  const end = { accept: 'FORFEITED', reject: 'RELEASED', cancel: 'CANCELLED' }[decision]
  await stands(of, () => newestDispute(of, sold), end)
  await agrees(of)
}

/** Its money is cashed out, the bank sends all of one sale back, and the other one is disputed. */
export async function owe(world: World, of: Known): Promise<void> {
  const paid = async () => soldAndPaid(world, of, 400_00 + world.chance.below(1_200_00))
  const [one, other] = [await paid(), await paid()]
  await cashOutAll(world, of)
  await isTakenBack(world, of, one, one[0].amount)
  await isDisputed(world, of, other, other[0].amount)
}

export async function chargeback(world: World, of: Known): Promise<void> {
  const found = someSale(world, of, ['PAGO'])
  if (found === null) return
  const [sale, sold] = found
  const left = sale.amount - sale.gone
  const amount = world.chance.below(2) === 0 ? left : 1 + world.chance.below(left)
  count(world, 'chargeback')
  const body = { saleId: sold.uuid, kind: 'CHARGEBACK', amount, reason: 'the acquirer has told us' }
  const opened = await world.olga.call('POST', '/api/admin/disputes', body)
  assert.equal(opened.status, 202, opened.text)
  const dispute = of.account.dispute(sale, amount, 'CHARGEBACK')
  watch(of, sale)
  await agrees(of)
  const later = world.moment + (1 + world.chance.below(4 * 24)) * HOUR_MS
  world.at(later, `a chargeback of ${amount} of ${of.name} ends`, () =>
    endChargeback(world, of, dispute, sold, opened.body.id),
  )
}

async function endChargeback(world: World, of: Known, dispute: Dispute, sold: SoldSale, id: number): Promise<void> {
  const how = world.chance.pick(['release', 'forfeit', 'forfeit'] as const)
  const isWhole = world.chance.below(2) === 0
  const part = 1 + world.chance.below(dispute.wanted)
  const lost = how === 'release' ? 0 : isWhole ? dispute.wanted : part
  count(world, `chargeback ${how}`)
  const body = { reason: 'the acquirer has decided', ...(lost > 0 && !isWhole && { amount: lost }) }
  const path = `/api/admin/disputes/${id}/${how}`
  if (how === 'forfeit') assert.equal((await agreed(world, path, body)).forfeited, lost)
  else {
    const { status, text } = await world.olga.call('POST', path, body)
    assert.equal(status, 202, text)
  }
  of.account.endDispute(dispute, lost, dayOf(world.moment))
  watch(of, dispute.sale)
  await agrees(of)
  if (lost > 0) await goesAtTheBank(world, of, sold, lost)
}

/** What the operator has booked already leaves the bank: it is not charged again. */
async function goesAtTheBank(world: World, of: Known, sold: SoldSale, lost: number): Promise<void> {
  const body = { endToEndId: sold.endToEndId, amount: reais(lost), natureza: 'MED_FRAUDE' }
  const { status, text } = await call(world.gateway.bankUrl, 'POST', '/sandbox/refund', { body })
  assert.equal(status, 201, text)
  type Shown = { unasked?: true; amount: number; status: string }
  const shown = async () => {
    const { body } = await of.seller.api('GET', `${saleAt(sold)}/refunds`)
    return body.data.find(({ unasked, amount }: Shown) => unasked && amount === lost)
  }
  await stands(of, shown, 'COMPLETED')
  await agrees(of)
}
