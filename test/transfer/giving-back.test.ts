// Money of a transfer goes back: a Pix by itself, a TED by a Pix to a key of who sent it; and to no key of another holder. An outcome that
// is not known is looked up, and nothing is sent twice.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { registerOperator } from '../access/person.ts'
import { assertBooks, untilIdle } from '../books.ts'
import { decidedAtBank, disputedAtBank, disputeOf } from '../dispute/disputing.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { openShop } from '../notification/shop.ts'
import { openReceiver } from '../receiver.ts'
import { alertsOf, decide, returnedOf, untilUnmatched } from '../sale/incoming.ts'
import { movesOf, refund, refunded, refundsOf, seqOf, untilRefunds } from '../sale/refunding.ts'
import { at } from '../sale/selling.ts'
import { until } from '../until.ts'
import {
  ANA,
  BIA,
  CAIO,
  type SoldByTransfer,
  sellsByTransfer,
  soldByTransfer,
  transferred,
  transferSeller,
} from './selling.ts'

/** The sandbox bank knows a CPF as the key of its holder. */
const keyOf = ({ document }: { document: string }) => ({ refundTo: { pixKey: document, pixKeyType: 'CPF' } })

let gateway: TestGateway
let seller: Seller
before(async () => {
  gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '150', PSP_LOOKUP_WAITS_MS: '100' } })
  seller = await transferSeller(gateway, { funds: 1_000_00 })
})
after(() => gateway?.[Symbol.asyncDispose]())

async function paid(by: 'PIX' | 'TED', from = ANA, of = seller): Promise<SoldByTransfer & { endToEndId: string }> {
  const sale = await soldByTransfer(of)
  const { endToEndId } = await transferred(gateway, {
    amount: '100.00',
    by,
    ...from,
    message: sale.bankTransfer.reference,
  })
  await of.reaches(at(sale), 'PAGO')
  return { ...sale, endToEndId }
}

describe('a sale that was paid by TED', () => {
  it('is refunded to a key that is named, in part and then whole', async () => {
    const sale = await paid('TED')
    const without = await refund(seller, sale, {})
    const needed = { message: 'refundTo: is needed for a boleto or a TED', errorType: 'GENERAL_ERROR' }
    assert.deepEqual([without.status, without.body], [422, needed])
    const from = await seqOf(gateway, seller)
    await refunded(seller, sale, { amount: 23_45, ...keyOf(ANA) })
    assert.deepEqual(await movesOf(gateway, seller, from), ['REFUND_HELD 2345', 'REFUND_PAID 2345'])
    await refunded(seller, sale, keyOf(ANA))
    await seller.reaches(at(sale), 'ESTORNADO')
    assert.deepEqual(await refundsOf(gateway, sale), ['COMPLETED 2345', 'COMPLETED 7655'])
  })

  it('by another person than the buyer goes back to that person, and not to the buyer', async () => {
    const sale = await paid('TED', BIA)
    const { payer } = (await seller.api('GET', `${at(sale)}?expand=payment`)).body
    assert.deepEqual(payer, { name: BIA.name, document: '***.444.777-**' })
    const from = await seqOf(gateway, seller)
    await refunded(seller, sale, keyOf(ANA), 'FAILED')
    assert.deepEqual(await movesOf(gateway, seller, from), ['REFUND_HELD 10000', 'REFUND_RELEASED 10000'])
    await refunded(seller, sale, keyOf(BIA))
    await seller.reaches(at(sale), 'ESTORNADO')
  })

  it('whose refund has an unknown outcome is looked up, and goes back once', async () => {
    const sale = await paid('TED', CAIO)
    const faults = [
      { on: 'PUT /gn/pix', fate: 'timeoutAfter', times: 1 },
      { on: 'GET /gn/pix/enviados', fate: '503', times: 2 },
    ]
    for (const body of faults)
      assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/faults', { body })).status, 201)
    await refunded(seller, sale, keyOf(CAIO))
    assert.deepEqual(await refundsOf(gateway, sale), ['COMPLETED 10000'])
    const [sent] = await gateway.db.query<{ id: string; lookups: number }>(sql`
      select psp_refund_id as id, lookups from refund where sale_id = ${sale.id}`)
    assert.ok((sent?.lookups ?? 0) > 0, 'it was looked up')
    await untilIdle(gateway)
    await assertBooks({ db: gateway.db, bankUrl: gateway.bankUrl })
  })
})

it('a sale that was paid by Pix to the key goes back as that Pix', async () => {
  const sale = await paid('PIX', BIA)
  const toKey = await refund(seller, sale, keyOf(BIA))
  assert.deepEqual([toKey.status, toKey.body.message], [422, 'refundTo: a Pix goes back the way it came'])
  await refunded(seller, sale)
  assert.equal(await returnedOf(gateway.bankUrl, sale.endToEndId), '100.00')
})

it('a Pix to the key is disputed by its payer as any Pix', async () => {
  const sale = await paid('PIX', BIA)
  const med = await disputedAtBank(gateway, sale)
  const { heldAmount, saleUuid } = await disputeOf(seller, sale)
  assert.deepEqual([heldAmount, saleUuid], [100_00, sale.uuid])
  await decidedAtBank(gateway, med, 'accept')
  assert.equal((await disputeOf(seller, sale, 'FORFEITED')).forfeitedAmount, 100_00)
  await seller.reaches(at(sale), 'ESTORNADO')
})

it('a Pix to the key that the bank takes back days later is booked out of the sale once, and told', async () => {
  const shop = await openShop(gateway)
  await sellsByTransfer(gateway, shop.seller)
  await using receiver = await openReceiver()
  await shop.signed(receiver, ['refund.completed', 'sale.refunded'])
  const sale = await paid('PIX', ANA, shop.seller)
  const nextDays = async (count: number) => {
    gateway.advance(count * DAY_MS)
    const body = { advanceSeconds: (count * DAY_MS) / 1000 }
    assert.equal((await call(gateway.bankUrl, 'POST', '/sandbox/clock', { body })).status, 200)
  }
  const takeBack = async (amount: string) => {
    const body = { endToEndId: sale.endToEndId, natureza: 'MED_OPERACIONAL', amount }
    const { status, text } = await call(gateway.bankUrl, 'POST', '/sandbox/refund', { body })
    assert.equal(status, 201, text)
  }
  await nextDays(3)
  await until(async () => {
    const [row] = await gateway.db.query<{ to: Date }>(
      sql`select swept_to as to from psp_sweep where list = 'received'`,
    )
    return (row?.to.getTime() ?? 0) > gateway.now().getTime() - DAY_MS || null
  }, 'the days to be swept')
  const from = await seqOf(gateway, shop.seller)
  await takeBack('40.00')
  await nextDays(1)
  await untilRefunds(gateway, sale, ['unasked COMPLETED 4000'])
  assert.deepEqual(await movesOf(gateway, shop.seller, from), ['REFUND_FORCED 4000'])
  assert.equal((await alertsOf(gateway)).PSP_INITIATED_REFUND, 1)
  await takeBack('60.00')
  await nextDays(3)
  await shop.seller.reaches(at(sale), 'ESTORNADO')
  assert.deepEqual(await refundsOf(gateway, sale), ['unasked COMPLETED 4000', 'unasked COMPLETED 6000'])
  const published = (await receiver.gets(3)).map(({ headers }) => headers['x-service-event-type'])
  assert.deepEqual(published.toSorted(), ['refund.completed', 'refund.completed', 'sale.refunded'])
  await untilIdle(gateway)
  await assertBooks({ db: gateway.db, bankUrl: gateway.bankUrl })
})

it('a TED that is nobody’s is returned by the operator to its payer’s key, after a wrong key was refused', async () => {
  const olga = await registerOperator(gateway)
  await transferred(gateway, { amount: '33.03', by: 'TED', ...CAIO })
  const receipt = await until(async () => {
    const [row] = await gateway.db.query<{ accountId: number; id: number }>(sql`
      select account_id as "accountId", id::int from receipt where amount_centavos = 3303`)
    return row ?? null
  }, 'the TED')
  assert.equal((await decide(olga, receipt, 'return', keyOf(ANA))).status, 202)
  await until(async () => ((await alertsOf(gateway)).RETURN_FAILED ? true : null), 'the refusal of the bank')
  assert.equal((await decide(olga, receipt, 'return', keyOf(CAIO))).status, 202)
  await untilUnmatched(gateway, { ...seller, accountId: receipt.accountId }, 'RETURNED 3303 WITHOUT_TXID')
  await untilIdle(gateway)
  await assertBooks({ db: gateway.db, bankUrl: gateway.bankUrl })
})
