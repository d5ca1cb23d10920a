// Money that comes without a code, by Pix to the key or by TED: which sale it pays, and what a person decides where that is not certain.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { type Operators, openHoldOperations } from '../hold/holding.ts'
import { alertsOf, decide, listed, ownsPsp, reais, returnedOf, untilUnmatched } from '../sale/incoming.ts'
import { at, figuresOf, receiptsOf, setTerms, statusOf } from '../sale/selling.ts'
import { until } from '../until.ts'
import { ANA, BIA, CAIO, type SoldByTransfer, soldByTransfer, transferred, transferSeller } from './selling.ts'

let gateway: TestGateway
let seller: Seller
let operators: Operators
before(async () => {
  gateway = await openTestGateway({ env: { SWEEP_EVERY_MS: '150' } })
  seller = await transferSeller(gateway)
  operators = await openHoldOperations(gateway)
})
after(() => gateway?.[Symbol.asyncDispose]())

const books = () => assertBooks({ db: gateway.db, bankUrl: gateway.bankUrl })
const sold = (cents: number, document = ANA.document) =>
  soldByTransfer(seller, {
    amount: cents,
    customer: { name: 'Quem compra', document },
    items: [{ title: 'Camiseta', unitPrice: cents, quantity: 1 }],
  })
const paid = (sale: SoldByTransfer) => seller.reaches(at(sale), 'PAGO')
/** Sends no money. */
const DORA = '15350946056'
const refOf = ({ bankTransfer }: SoldByTransfer) => bankTransfer.reference
const amount = ({ amount }: SoldByTransfer) => reais(BigInt(amount))

/** The money of this amount that waits for a person. */
async function uncertain(cents: number): Promise<{ accountId: number; id: number }> {
  const found = async () =>
    (await listed(operators.olga, '?status=UNACCEPTED&limit=100')).find(
      one => one.amount === cents && one.reason === 'UNCERTAIN_TRANSFER',
    )
  return until(async () => (await found()) ?? null, `uncertain money of ${cents}`)
}

const pathOf = (receipt: { accountId: number; id: number }) => `/api/admin/receipts/${receipt.accountId}/${receipt.id}`
const candidatesOf = async (receipt: { accountId: number; id: number }) =>
  (await operators.olga.call('GET', `${pathOf(receipt)}/candidates`)).body.data
const assign = (receipt: { accountId: number; id: number }, sale: { uuid: string }) =>
  operators.olga.call('POST', `${pathOf(receipt)}/assign`, { saleUuid: sale.uuid, reason: 'o comprador ligou' })

for (const by of ['PIX', 'TED'] as const)
  describe(`by ${by}`, () => {
    const base = by === 'PIX' ? 10_000 : 20_000

    it('is paid by its reference, also from another person and in other letters', async () => {
      const sale = await sold(base + 1)
      const message = `pedido ${refOf(sale)
        .toLowerCase()
        .replace(/(.{4})/, '$1-')}`
      await transferred(gateway, { amount: amount(sale), by, ...BIA, message })
      await paid(sale)
      const published = await gateway.db.query<{ type: string }>(sql`
        select type from event where subject = 'sale' and subject_id = ${sale.id} order by id`)
      assert.deepEqual(
        published.map(({ type }) => type),
        ['sale.pending', 'sale.paid'],
      )
    })

    it('is paid by amount and document where one sale alone has both', async () => {
      const sale = await sold(base + 2)
      await sold(base + 2, BIA.document)
      await transferred(gateway, { amount: amount(sale), by })
      await paid(sale)
    })

    it('by both to different sales: the reference wins, and the operator is told', async () => {
      const [named, other] = [await sold(base + 3), await sold(base + 3, BIA.document)]
      await transferred(gateway, { amount: amount(named), by, ...BIA, message: refOf(named) })
      await paid(named)
      assert.equal(await statusOf(seller, other), 'PENDENTE')
      await until(async () => ((await alertsOf(gateway)).TRANSFER_CONTRADICTED ?? 0) > 0 || null, 'the alert')
    })

    it('of two sales with one amount and document neither is paid; both are shown, and a person assigns', async () => {
      const [one, other] = [await sold(base + 4), await sold(base + 4)]
      await transferred(gateway, { amount: amount(one), by })
      const receipt = await uncertain(base + 4)
      assert.deepEqual([await statusOf(seller, one), await statusOf(seller, other)], ['PENDENTE', 'PENDENTE'])
      const candidates = await candidatesOf(receipt)
      const likeliest = candidates.slice(0, 2).map(({ saleUuid }: { saleUuid: string }) => saleUuid)
      assert.deepEqual(likeliest, [one.uuid, other.uuid])
      assert.deepEqual(candidates[0].agrees, { reference: false, amount: true, document: true, isOpen: true })
      assert.equal(candidates[0].takesTwo, false)
      const assigned = await assign(receipt, other)
      assert.deepEqual(
        [assigned.status, assigned.body.status, assigned.body.accountId],
        [202, 'ACCEPTED', seller.accountId],
      )
      assert.deepEqual([await statusOf(seller, one), await statusOf(seller, other)], ['PENDENTE', 'PAGO'])
      assert.equal((await assign(receipt, one)).status, 409)
      await books()
    })

    it('one centavo off is left to a person, and cannot pay the sale', async () => {
      const sale = await sold(base + 6)
      await transferred(gateway, { amount: reais(BigInt(base + 5)), by, message: refOf(sale) })
      const receipt = await uncertain(base + 5)
      const [candidate] = await candidatesOf(receipt)
      assert.deepEqual(candidate.agrees, { reference: true, amount: false, document: true, isOpen: true })
      const refused = await assign(receipt, sale)
      assert.equal(refused.status, 409)
      assert.match(JSON.stringify(refused.body), new RegExp(`${base + 6} cents`))
    })

    it('the same reference twice: the second is left to a person', async () => {
      const sale = await sold(base + 7)
      await transferred(gateway, { amount: amount(sale), by, message: refOf(sale) })
      await paid(sale)
      await transferred(gateway, { amount: amount(sale), by, message: refOf(sale) })
      const [candidate] = await candidatesOf(await uncertain(base + 7))
      assert.deepEqual([candidate.saleUuid, candidate.agrees.isOpen], [sale.uuid, false])
      assert.equal((await assign(await uncertain(base + 7), sale)).status, 409)
    })

    it('after the sale has ended is left to a person, who may assign it all the same', async () => {
      const sale = await sold(base + 8)
      await seller.api('POST', `${at(sale)}/cancel`)
      await transferred(gateway, { amount: amount(sale), by, message: refOf(sale) })
      const receipt = await uncertain(base + 8)
      assert.equal(await statusOf(seller, sale), 'CANCELADO')
      assert.equal((await assign(receipt, sale)).status, 202)
      assert.equal(await statusOf(seller, sale), 'PAGO')
      await books()
    })
  })

describe('among more open sales of one amount than are compared with one payment', () => {
  it('the one that is named, and the only one of the payer, are paid, however old they are', async () => {
    const cents = 50_000
    const [ofPayer, named, other] = [await sold(cents, BIA.document), await sold(cents), await sold(cents)]
    for (let count = 0; count < 100; count++) await sold(cents, DORA)
    await transferred(gateway, { amount: amount(named), by: 'TED', ...ANA, message: refOf(named) })
    await paid(named)
    const newer = await sold(cents)
    await transferred(gateway, { amount: amount(other), by: 'PIX', ...ANA, message: refOf(other) })
    await paid(other)
    assert.equal(await statusOf(seller, newer), 'PENDENTE')
    await transferred(gateway, { amount: amount(ofPayer), by: 'TED', ...BIA })
    await paid(ofPayer)
    await books()
  })
})

describe('what is not certain', () => {
  it('is kept whatever the rule of its account, while other money goes back', async () => {
    await ownsPsp(gateway, seller)
    await setTerms(gateway, seller, { unexpected: 'RETURN' })
    const sale = await sold(30_001)
    await transferred(gateway, { amount: '300.02', by: 'PIX', message: refOf(sale) })
    const { endToEndId } = await transferred(gateway, { amount: '300.99', by: 'PIX', ...CAIO })
    await transferred(gateway, { amount: '300.98', by: 'TED', ...CAIO })
    await uncertain(30_002)
    await untilUnmatched(gateway, seller, 'RETURNED 30099 WITHOUT_TXID')
    assert.equal(await returnedOf(gateway.bankUrl, endToEndId), '300.99')
    // There is no way back for a TED but to a key of its payer.
    await untilUnmatched(gateway, seller, 'UNACCEPTED 30098 WITHOUT_TXID')
    const ted = (await listed(operators.olga, '?status=UNACCEPTED&limit=100')).find(one => one.amount === 30_098)
    assert.match(JSON.stringify((await decide(operators.olga, ted, 'return')).body), /refundTo/)
    await gateway.db.query(sql`update psp_account set owner_account_id = null, seal = default`)
    await books()
  })

  it('takes two operators above the limit of a cashout of its account', async () => {
    await gateway.db.query(sql`
      update account set limits = jsonb_set(limits, '{cashoutMaximumCentavos}', '40000'), seal = default where id = ${seller.accountId}`)
    const [one] = [await sold(40_001), await sold(40_001)]
    await transferred(gateway, { amount: amount(one), by: 'TED' })
    const receipt = await uncertain(40_001)
    assert.equal((await candidatesOf(receipt))[0].takesTwo, true)
    const refused = await assign(receipt, one)
    assert.equal(refused.status, 409)
    assert.match(JSON.stringify(refused.body), /propose/)
    const body = { saleUuid: one.uuid, reason: 'o comprador ligou' }
    const proposed = await operators.olga.call('POST', `${pathOf(receipt)}/propose-assign`, body)
    assert.equal(proposed.status, 201, proposed.text)
    assert.equal(await statusOf(seller, one), 'PENDENTE')
    await operators.confirm(proposed.body)
    assert.equal(await statusOf(seller, one), 'PAGO')
    await books()
  })
})

describe('a wrong assignment', () => {
  const assigned = async (cents: number) => {
    const [wrong, right] = [await sold(cents), await sold(cents)]
    await transferred(gateway, { amount: amount(wrong), by: 'TED' })
    const { body } = await assign(await uncertain(cents), wrong)
    return { wrong, right, receipt: { accountId: body.accountId, id: body.id } }
  }
  const undo = (receipt: { accountId: number; id: number }) =>
    operators.olga.call('POST', `${pathOf(receipt)}/undo-assignment`, { reason: 'era de outro pedido' })

  it('is undone by its inverse, reserve and fee included, and the money assigned to the right sale', async () => {
    await setTerms(gateway, seller, { reserveBasisPoints: 1_000, unexpected: 'KEEP' })
    const before = await figuresOf(gateway, seller)
    const { wrong, right, receipt } = await assigned(31_000)
    const undone = await undo(receipt)
    assert.deepEqual([undone.status, undone.body.status, undone.body.accountId], [202, 'UNACCEPTED', 1000])
    assert.deepEqual(await figuresOf(gateway, seller), before)
    assert.equal(await statusOf(seller, wrong), 'ESTORNADO')
    await books()
    assert.equal((await undo(receipt)).status, 409)
    assert.equal((await assign(undone.body, right)).status, 202)
    assert.equal(await statusOf(seller, right), 'PAGO')
    await books()
  })

  it('is not undone once the money has been paid out', async () => {
    await setTerms(gateway, seller, { unexpected: 'KEEP' })
    await gateway.db.query(sql`
      update account set limits = jsonb_set(limits, '{cashoutMaximumCentavos}', '10000000'), seal = default where id = ${seller.accountId}`)
    const { receipt } = await assigned(32_000)
    const { available = 0n } = await figuresOf(gateway, seller)
    const cashout = { amount: Number(available) / 100, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
    const asked = await seller.api('POST', '/api/public/cashout', cashout)
    assert.equal(asked.status, 201, asked.text)
    const refused = await undo(receipt)
    assert.equal(refused.status, 409)
    assert.match(JSON.stringify(refused.body), /paid out/)
    await until(
      async () => ((await figuresOf(gateway, seller)).blocked ?? 1n) < available || null,
      'the cashout to be paid',
    )
    assert.ok((await receiptsOf(gateway, seller)).includes('ACCEPTED 32000 UNCERTAIN_TRANSFER'))
    await books()
  })
})
