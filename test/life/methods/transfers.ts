// Transfers: by Pix to the key or by TED, with the reference, without it from the buyer's own account, or never.
import assert from 'node:assert/strict'
import { ANA, BIA, transferred } from '../../transfer/selling.ts'
import type { Sale } from '../reference.ts'
import { made, saleAt, soldSale, watch } from '../selling.ts'
import { agrees, count, dayOf, type Known, MINUTE_MS, reais, stands, timeOf, type World } from '../world.ts'
import { bankDaysAfter, dayAfter } from './calendar.ts'

const BUYERS = ['by reference', 'by reference', 'by document', 'by another with reference', 'never'] as const
const WAYS = ['PIX', 'TED'] as const
const OPEN_BANK_DAYS = 3

export async function sellByTransfer(world: World, of: Known): Promise<void> {
  const { chance } = world
  const [buyer, by] = [chance.pick(BUYERS), chance.pick(WAYS)]
  const amount = 30_00 + chance.below(400_00)
  const body = await made(world, of, {
    amount,
    paymentMethod: 'TRANSFER',
    customer: ANA,
    items: [{ title: 'Camiseta', unitPrice: amount, quantity: 1 }],
  })
  assert.equal(body.status, 'PENDENTE')
  const sale = of.account.sell(amount, null, { method: 'TRANSFER' })
  assert.equal(body.netAmount, amount - sale.fee)
  of.sales.set(sale, soldSale(body))
  watch(of, sale)
  count(world, `transfer by ${by}, and its buyer ${buyer}`)
  const over = timeOf(dayAfter(bankDaysAfter(world.today(), OPEN_BANK_DAYS), 1), 2)
  world.byItself(over, `the time of a transfer to ${of.name} is over`, () => isOver(of, sale))
  if (buyer === 'never') return
  const reference = body.bankTransfer.reference
  const soon = world.moment + (2 + chance.below(300)) * MINUTE_MS
  const sent = {
    amount: reais(amount),
    by,
    ...(buyer === 'by another with reference' ? BIA : ANA),
    ...(buyer !== 'by document' && { message: `pedido ${reference}` }),
  }
  world.at(soon, `${of.name} gets ${amount} by ${by}`, () => isPaid(world, of, sale, sent))
}

async function isPaid(world: World, of: Known, sale: Sale, sent: Parameters<typeof transferred>[1]): Promise<void> {
  const { endToEndId } = await transferred(world.gateway, sent)
  const sold = of.sales.get(sale)
  assert.ok(sold)
  Object.assign(sold, {
    endToEndId: sent.by === 'PIX' ? endToEndId : null,
    paidAt: world.moment,
    sender: sent.document,
  })
  of.account.pay(sale, dayOf(world.moment))
  watch(of, sale)
  await stands(of, saleAt(sold), 'PAGO')
  await agrees(of)
}

async function isOver(of: Known, sale: Sale): Promise<void> {
  if (sale.status !== 'PENDENTE') return
  sale.status = 'CANCELADO'
  watch(of, sale)
  const sold = of.sales.get(sale)
  assert.ok(sold)
  await stands(of, saleAt(sold), 'CANCELADO')
}
