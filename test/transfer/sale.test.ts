// A sale that is paid by transfer: what its seller gets, what is refused, and when it ends.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { addBusinessDays } from '#kernel/calendar/business-days.ts'
import { boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import { registerOperator } from '../access/person.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { at } from '../sale/selling.ts'
import { ANA, PAYEE, SALE, soldByTransfer, transferSeller } from './selling.ts'

describe('a sale by transfer', () => {
  let gateway: TestGateway
  let seller: Seller
  before(async () => {
    gateway = await openTestGateway()
    seller = await transferSeller(gateway)
  })
  after(() => gateway?.[Symbol.asyncDispose]())

  const refused = async (more: object, by: Seller = seller) => {
    const { status, body } = await by.api('POST', '/api/transactions', { ...SALE, ...more })
    return [status, body]
  }

  it('is open at once and carries the account, its key and a reference; pixKey stays null', async () => {
    const sale = await soldByTransfer(seller)
    const { bankTransfer, ...rest } = sale
    const { reference, pixKey, ...payee } = bankTransfer
    assert.deepEqual(payee, PAYEE)
    assert.match(reference, /^[ACDEFGHJKMNPQRTUVWXY34679]{8}$/)
    const [psp] = await gateway.db.query<{ key: string }>(sql`select pix_key as key from psp_account`)
    assert.equal(pixKey, psp?.key)
    const { status, paymentMethod, pixKey: code, netAmount, systemFee, boletoCode } = rest as never
    assert.deepEqual(
      [status, paymentMethod, code, netAmount, systemFee, boletoCode],
      ['PENDENTE', 'TRANSFER', null, 99_00, 1_00, null],
    )
    assert.deepEqual((await seller.api('GET', at(sale))).body, sale)
    assert.deepEqual((await seller.api('GET', '/api/transactions?limit=1')).body.data[0], sale)
  })

  it('is told to webhooks as sale.pending', async () => {
    const sale = await soldByTransfer(seller)
    const published = await gateway.db.query<{ type: string }>(sql`
      select type from event where subject = 'sale' and subject_id = ${sale.id} order by id`)
    assert.deepEqual(published, [{ type: 'sale.pending' }])
  })

  it('under one Idempotency-Key is one sale', async () => {
    const headers = { 'idempotency-key': 'pedido-1' }
    const first = await seller.api('POST', '/api/transactions', SALE, headers)
    const second = await seller.api('POST', '/api/transactions', SALE, headers)
    assert.deepEqual([first.status, second.status, second.body], [201, 201, first.body])
  })

  it('needs the document of the payer, and between 1 and 30 business days', async () => {
    const [status, body] = await refused({ customer: { name: ANA.name } })
    assert.deepEqual([status, JSON.stringify(body).includes('customer.document')], [400, true])
    for (const expiresInBusinessDays of [0, 31, 1.5]) {
      const [status, body] = await refused({ transfer: { expiresInBusinessDays } })
      assert.equal(status, 400)
      assert.match(JSON.stringify(body), /transfer\.expiresInBusinessDays/)
    }
  })

  it('without a price, or at a PSP account that takes none, is 422', async () => {
    const REFUSAL = [
      422,
      { message: 'paymentMethod: TRANSFER is not available for this account', errorType: 'GENERAL_ERROR' },
    ]
    assert.deepEqual(await refused({}, await gateway.seller()), REFUSAL)
    await gateway.db.query(sql`update psp_account set transfer_enabled = false, seal = default`)
    assert.deepEqual(await refused({}), REFUSAL)
    await gateway.db.query(sql`update psp_account set transfer_enabled = true, seal = default`)
    assert.deepEqual(await refused({ amount: 1_00 }), [
      422,
      { message: 'amount: nothing would be left after the fees', errorType: 'GENERAL_ERROR' },
    ])
  })

  it('can be cancelled, and ends at the end of its last business day', async () => {
    const sale = await soldByTransfer(seller)
    const cancelled = await seller.api('POST', `${at(sale)}/cancel`)
    assert.deepEqual([cancelled.status, cancelled.body.status], [202, 'CANCELADO'])
    const days = {
      three: await soldByTransfer(seller),
      one: await soldByTransfer(seller, { transfer: { expiresInBusinessDays: 1 } }),
    }
    const ends = await gateway.db.query<{ id: number; ends: Date }>(sql`
      select id::int, expires_at as ends from sale where id in (${days.three.id}, ${days.one.id}) order by id`)
    const today = dateAt(gateway.now())
    assert.deepEqual(
      ends.map(({ ends }) => ends),
      [boundsOf(addBusinessDays(today, 3)).to, boundsOf(addBusinessDays(today, 1)).to],
    )
    gateway.advance(boundsOf(addBusinessDays(today, 3)).to.getTime() - gateway.now().getTime() + 1_000)
    for (const one of Object.values(days)) await seller.reaches(at(one), 'CANCELADO')
    await assertBooks({ db: gateway.db, bankUrl: gateway.bankUrl })
  })

  it('the operator says which data of the bank are shown, field by field; what was sold keeps what its buyer saw', async () => {
    const olga = await registerOperator(gateway)
    const path = '/api/admin/psp/accounts/1/transfers'
    const sale = await soldByTransfer(seller)
    const set = (body: object) => olga.call('PUT', path, body)
    assert.equal((await set({ enabled: true, payee: null })).status, 400)
    const wrong = await set({ enabled: true, payee: { ...PAYEE, holderDocument: '123' } })
    assert.match(JSON.stringify(wrong.body), /payee\.holderDocument/)
    const payee = { ...PAYEE, bank: '001 Banco do Brasil', holderDocument: '11.222.333/0001-81' }
    assert.deepEqual((await set({ enabled: true, payee, reason: 'outro banco' })).body, {
      enabled: true,
      payee: { ...payee, holderDocument: PAYEE.holderDocument },
    })
    assert.equal((await olga.call('GET', path)).body.payee.bank, payee.bank)
    assert.equal((await olga.call('GET', '/api/admin/psp/accounts/99/transfers')).status, 404)
    assert.equal((await soldByTransfer(seller)).bankTransfer.bank, payee.bank)
    assert.equal((await seller.api('GET', at(sale))).body.bankTransfer.bank, PAYEE.bank)
    const log = await olga.call('GET', '/api/admin/audit?action=psp-account.transfers-changed')
    assert.equal(log.body.data[0].reason, 'outro banco')
    await assertBooks({ db: gateway.db, bankUrl: gateway.bankUrl })
  })
})
