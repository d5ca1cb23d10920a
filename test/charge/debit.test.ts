// A seller sells by debit card: always authenticated, in one part, settled on the next business day. Of which kind a card is, its token says and
// never the request.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { assertBooks } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { type CardName, tokenOf } from '../psp/collect/card-scene.ts'
import { partsOf } from '../receivable/settling.ts'
import { until } from '../until.ts'
import { answerChallenge, atBank, cardOf, cardSeller, chargesOfRef, freshKey, SALE, sellByCard } from './cards.ts'

const FEES = { debitCard: { fixedCentavos: 0, basisPoints: 199 } }

let gateway: TestGateway
let seller: Seller
before(async () => {
  // A Thursday before a holiday on a Friday: the next business day is a Monday.
  gateway = await openTestGateway({ startsAt: new Date('2026-11-19T15:00:00Z') })
  seller = await cardSeller(gateway, FEES)
})
after(() => gateway[Symbol.asyncDispose]())

async function sellByDebit(name: CardName, more: { key?: string; [field: string]: unknown } = {}, of: Seller = seller) {
  const token = await tokenOf({ url: gateway.bankUrl }, name, 'debit')
  return sellByCard(gateway, of, name, { token, paymentMethod: 'DEBIT_CARD', ...more })
}

const at = (uuid: string) => `/api/transactions/${uuid}`
const sold = async (uuid: string) => (await seller.api('GET', at(uuid))).body
const bookedAtBank = async (id: number) => {
  const [row] = await gateway.db.query<{ ref: string }>(sql`select ref from charge where sale_id = ${id}`)
  return chargesOfRef(gateway, row?.ref ?? '')
}

describe('a sale by debit card', () => {
  it('waits for its holder, then is PAGO, and is the seller’s on the next business day', async () => {
    const { status, body } = await sellByDebit('approved', { returnUrl: 'https://loja.example/volta' })
    assert.deepEqual([status, body.status, body.paymentMethod], [201, 'EM_PROCESSAMENTO', 'DEBIT_CARD'])
    assert.equal(new URL(body.challengeUrl).origin, gateway.bankUrl)
    assert.equal((await bookedAtBank(body.id))[0]?.status, 'waiting', 'nothing is charged yet')
    const back = await answerChallenge(body.challengeUrl, true)
    assert.equal(new URL(back ?? '').origin, 'https://loja.example')
    await seller.reaches(at(body.uuid), 'PAGO')
    const paid = await sold(body.uuid)
    assert.deepEqual([paid.netAmount, paid.systemFee, paid.cardLastFour], [98_01, 1_99, '0010'])
    // "installments: integer, credit card only".
    assert.ok(![body, paid].some(sale => 'installments' in sale))
    assert.equal(paid.challengeUrl, undefined)
    assert.deepEqual(await partsOf(gateway, body), ['1 2026-11-23 9801 EXPECTED'])
    const { available, blocked } = (await seller.api('GET', '/api/public/balance')).body
    assert.deepEqual([available, blocked], [0, 98_01])
    const [charge] = await bookedAtBank(body.id)
    await atBank(gateway, '/sandbox/settle', { chargeId: charge?.chargeId })
    await until(async () => `${await partsOf(gateway, body)}`.endsWith('SETTLED') || null, 'the part to be settled')
    gateway.advance(4 * DAY_MS)
    await until(
      async () => (await seller.api('GET', '/api/public/balance')).body.available === 98_01 || null,
      'the part to be released',
    )
    assert.equal((await seller.api('GET', '/api/public/balance')).body.blocked, 0)
  })

  it('is RECUSADO where its holder refuses', async () => {
    const { body } = await sellByDebit('approved')
    assert.equal(await answerChallenge(body.challengeUrl, false), null, 'no address to come back to')
    await seller.reaches(at(body.uuid), 'RECUSADO')
    const { decline, challengeUrl } = await sold(body.uuid)
    assert.match(decline.message, /não autenticada/)
    assert.equal(challengeUrl, undefined)
    assert.equal((await cardOf(gateway, body.id))?.hasToken, false)
  })

  it('is RECUSADO where its holder goes away', async () => {
    const { body } = await sellByDebit('approved')
    gateway.advance(16 * MINUTE_MS)
    await atBank(gateway, '/sandbox/clock', { advanceSeconds: 16 * 60 })
    await seller.reaches(at(body.uuid), 'RECUSADO')
    const [charge] = await bookedAtBank(body.id)
    assert.ok(['unpaid', 'canceled'].includes(charge?.status ?? ''), `${charge?.status}`)
  })

  it('is RECUSADO where the bank declines behind the authentication', async () => {
    const { body } = await sellByDebit('short')
    await answerChallenge(body.challengeUrl, true)
    await seller.reaches(at(body.uuid), 'RECUSADO')
    assert.match((await sold(body.uuid)).decline.message, /saldo insuficiente/)
  })

  it('is refused in more than one part, before anything is asked of the provider', async () => {
    const { status, body } = await sellByDebit('approved', { installments: 2 })
    assert.deepEqual([status, body.message], [422, 'installments: a debit card pays in one part'])
  })

  it('is refused with a token of a credit card, and the other way round: 409, and nothing is charged', async () => {
    const own = await cardSeller(gateway, { ...FEES, creditCard: { fixedCentavos: 0, basisPoints: 399 } })
    const credit = await sellByCard(gateway, own, 'approved', { paymentMethod: 'DEBIT_CARD' })
    assert.deepEqual([credit.status, credit.body.message], [409, 'card.token: is of a credit card'])
    const debit = await sellByDebit('approved', { paymentMethod: 'CREDIT_CARD' }, own)
    assert.deepEqual([debit.status, debit.body.message], [409, 'card.token: is of a debit card'])
    const { data } = (await own.api('GET', '/api/transactions')).body
    assert.deepEqual(
      data.map(({ status }: { status: string }) => status),
      ['FALHA', 'FALHA'],
    )
    for (const { id } of data) {
      const [charge] = await bookedAtBank(id)
      assert.ok(['new', 'canceled'].includes(charge?.status ?? ''), `${charge?.status}`)
    }
  })

  it('takes a key, and answers the same sale under it', async () => {
    const key = freshKey()
    const token = await tokenOf({ url: gateway.bankUrl }, 'approved', 'debit')
    const body = { ...SALE, paymentMethod: 'DEBIT_CARD', card: { token } }
    const send = (headers: Record<string, string>) => seller.api('POST', '/api/transactions', body, headers)
    assert.equal((await send({})).status, 400)
    const first = await send({ 'idempotency-key': key })
    const again = await send({ 'idempotency-key': key })
    assert.deepEqual([again.status, again.body.uuid], [201, first.body.uuid])
    assert.equal(again.body.challengeUrl, first.body.challengeUrl)
    await answerChallenge(first.body.challengeUrl, true)
    await seller.reaches(at(first.body.uuid), 'PAGO')
  })

  const addresses = ['javascript:alert(1)', '//evil.example', 'https://eu@evil.example', 'http://evil.example', 'volta']
  for (const returnUrl of addresses)
    it(`leads no holder to ${returnUrl}`, async () => {
      const { status, body } = await sellByDebit('approved', { returnUrl })
      assert.equal(status, 400)
      assert.match(body.message, /^returnUrl/)
    })

  it('is not sold without a price, a switch, or a provider that takes it', async () => {
    const words = 'paymentMethod: DEBIT_CARD is not available for this account'
    const refused = async (of: Seller) => {
      const { status, body } = await sellByDebit('approved', {}, of)
      return [status, body.message]
    }
    assert.deepEqual(await refused(await cardSeller(gateway)), [422, words], 'a price for credit alone')
    await gateway.db.query(sql`update psp_account set debit_enabled = false, seal = default where id = 1`)
    assert.deepEqual(await refused(seller), [422, words], 'switched off')
    await gateway.db.query(sql`update psp_account set debit_enabled = true, seal = default where id = 1`)
  })

  it('leaves the books as they should be', async () => {
    await assertBooks(gateway)
  })
})
