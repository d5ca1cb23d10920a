// Money of a boleto or a transfer that no sale accepts waits for the operator, whatever the account's rule: it goes back to a key of its payer, or is
// credited, which pays the sale where it may.
import assert from 'node:assert/strict'
import type { Sale } from '../reference.ts'
import { watch } from '../selling.ts'
import { agrees, count, HOUR_MS, type Known, stands, type World } from '../world.ts'

/** The buyer's own. */
export const TO_BUYER = { pixKey: '529.982.247-25', pixKeyType: 'CPF' }

interface Kept {
  of: Known
  sale: Sale
  cents: number
  /** null: a credit does not pay the sale. */
  paysIt: (() => Promise<void>) | null
}

export function kept(world: World, money: Kept): void {
  const later = world.moment + (1 + world.chance.below(10)) * HOUR_MS
  world.at(later, `the operator decides about ${money.cents} that ${money.of.name} got`, () => decided(world, money))
}

async function decided(world: World, { of, sale, cents, paysIt }: Kept): Promise<void> {
  const what = world.chance.pick(['return', 'credit'] as const)
  const { accountId } = of.seller
  const { id } = await waiting(world, of, sale, { cents, status: 'UNACCEPTED' })
  const body = { reason: 'the buyer called', ...(what === 'return' && { refundTo: TO_BUYER }) }
  const { status, text } = await world.olga.call('POST', `/api/admin/receipts/${accountId}/${id}/${what}`, body)
  assert.equal(status, 202, text)
  watch(of, sale)
  count(world, `kept money: ${what}${what === 'credit' && paysIt !== null ? ', which pays the sale' : ''}`)
  if (what === 'return') await waiting(world, of, sale, { cents, status: 'RETURNED' })
  else if (paysIt !== null) return paysIt()
  else of.account.credit('RECEIPT_CREDITED', cents)
  await agrees(of)
}

/** Until there is one of this status. */
function waiting(world: World, of: Known, sale: Sale, { cents, status }: { cents: number; status: string }) {
  const uuid = of.sales.get(sale)?.uuid
  type Shown = { id: number; saleUuid: string; amount: number; status: string }
  const read = async () => {
    const path = `/api/admin/receipts?limit=100&status=${status}&accountId=${of.seller.accountId}`
    const { data } = (await world.olga.call('GET', path)).body
    return data.find((one: Shown) => one.saleUuid === uuid && one.amount === cents)
  }
  return stands(of, read, status)
}
