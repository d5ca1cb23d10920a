// What a PSP reports of a boleto that no sale could follow, and how often it is asked: states that only a person clears up, looks that end,
// notices that wait for the next hour.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import { examined } from '../../doctor/scene.ts'
import type { Seller } from '../../gateway.ts'
import { call } from '../../http.ts'
import { type GatewayBehindWire, openGatewayBehindWire, type Words } from '../../psp/faulty-wire.ts'
import { alertsOf } from '../../sale/incoming.ts'
import { until } from '../../until.ts'
import { boletoSeller, type SoldBoleto, soldBoleto } from '../selling.ts'

const MANY = 1_000

describe('a boleto', () => {
  let line: GatewayBehindWire
  let seller: Seller
  before(async () => {
    line = await openGatewayBehindWire()
    seller = await boletoSeller(line.gateway)
  })
  after(() => line[Symbol.asyncDispose]())

  const at = ({ uuid }: SoldBoleto) => `/api/transactions/${uuid}`
  const pay = async (request: object) => {
    const { status, text } = await call(line.bank.url, 'POST', '/sandbox/boleto/pay', { body: request })
    assert.equal(status, 201, text)
  }
  const chargeOf = async ({ id }: SoldBoleto) => {
    const [row] = await line.gateway.db.query<Row>(sql`
      select state, reported_state as reported, lookups, due_at as "dueAt", notice_token as token from charge where sale_id = ${id}`)
    assert.ok(row)
    return row
  }
  /** The PSP says this of its charge from now on. */
  const saying = (from: string, to: string) => ({
    forwarded: true,
    answer: ({ status, body }: Words) => ({ status, body: body.replaceAll(`"status":"${from}"`, `"status":"${to}"`) }),
  })
  const notice = async (token: string | null) => {
    const path = `${new URL(line.wire.callbackUrl()).pathname.replace(/\/pix$/, '')}/cobranca`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.equal((await call(line.gateway.url, 'POST', path, { body: `notification=${token}`, headers })).status, 200)
  }

  for (const state of ['contested', 'refunded'])
    it(`whose money is ${state} stays PAGO, and a person hears of it once`, async () => {
      const { gateway, wire } = line
      const sold = await soldBoleto(seller)
      await pay({ pixCopiaECola: sold.pixKey })
      const paid = await seller.reaches(at(sold), 'PAGO')
      const before = (await alertsOf(gateway)).BOLETO_TAKEN_BACK ?? 0
      wire.fail('GET', `/v1/charge/${sold.externalTransactionId}`, saying('paid', state), MANY)
      await notice((await chargeOf(sold)).token)
      await until(async () => ((await chargeOf(sold)).reported === state ? true : null), `the charge to be ${state}`)
      await until(async () => ((await alertsOf(gateway)).BOLETO_TAKEN_BACK === before + 1 ? true : null), 'the alert')
      wire.heal()
      // What the PSP said before overtakes nothing.
      await notice((await chargeOf(sold)).token)
      assert.deepEqual((await seller.api('GET', at(sold))).body, paid)
      assert.equal((await chargeOf(sold)).reported, state)
    })

  it('whose money is contested before it is known how much was paid is kept, told once, and booked when that is known', async () => {
    const { gateway, wire } = line
    const sold = await soldBoleto(seller)
    const token = await until(async () => (await chargeOf(sold)).token, 'the token of its notices')
    const before = (await alertsOf(gateway)).BOLETO_TAKEN_BACK ?? 0
    const contested = () =>
      wire.fail('GET', `/v1/charge/${sold.externalTransactionId}`, saying('paid', 'contested'), MANY)
    contested()
    const silent = ({ status, body }: Words) => ({ status, body: body.replaceAll(/,"value":\d+/g, '') })
    wire.fail('GET', `/v1/notification/${token}`, { forwarded: true, answer: silent }, MANY)
    await pay({ pixCopiaECola: sold.pixKey })
    await until(async () => (await chargeOf(sold)).reported === 'contested' || null, 'the charge to be contested')
    await until(async () => (await alertsOf(gateway)).BOLETO_TAKEN_BACK === before + 1 || null, 'the alert')
    const waiting = () => gateway.db.query(sql`select from psp_inbox where repeats and due_at is not null`)
    await until(async () => (await waiting()).length === 0, 'no notice to wait for another try')
    assert.equal((await seller.api('GET', at(sold))).body.status, 'PENDENTE')
    wire.heal()
    contested()
    gateway.advance(2 * HOUR_MS)
    await seller.reaches(at(sold), 'PAGO')
    wire.heal()
    assert.deepEqual(await chargeOf(sold).then(({ state, reported }) => [state, reported]), ['ENDED', 'contested'])
    assert.equal((await alertsOf(gateway)).BOLETO_TAKEN_BACK, before + 1)
  })

  it('that was identified is looked up twelve times, then a person hears of it, and its payment is booked all the same', async () => {
    const { gateway, bank, wire } = line
    const sold = await soldBoleto(seller, { boleto: { dueInDays: 0 } })
    await pay({ line: sold.boletoCode })
    await until(async () => ((await chargeOf(sold)).reported === 'identified' ? true : null), 'it to be identified')
    const began = wire.passed.length
    const looks = () =>
      wire.passed
        .slice(began)
        .filter(({ method, path }) => method === 'GET' && path.endsWith(sold.externalTransactionId))
    gateway.advance(20 * DAY_MS)
    for (let looked = 0; (await chargeOf(sold)).dueAt !== null; looked = looks().length)
      await until(async () => {
        if ((await chargeOf(sold)).dueAt === null) return true
        gateway.advance(12 * HOUR_MS)
        return looks().length > looked || null
      }, 'the next look')
    assert.ok(looks().length <= 12, `${looks().length} looks`)
    await until(async () => (await alertsOf(gateway)).SALE_NOT_CLOSED === 1 || null, 'the alert')
    // Behind the next business day at any time of any day.
    await call(bank.url, 'POST', '/sandbox/clock', { body: { now: new Date(Date.now() + 10 * DAY_MS).toISOString() } })
    await seller.reaches(at(sold), 'PAGO')
  })

  it('whose notice comes when the calls of a day are nearly used waits for the next hour, which is no failure', async () => {
    const { gateway } = line
    const sold = await soldBoleto(seller)
    // The notice that it was issued may come before its row is there, and is tried once more.
    await until(async () => {
      const due = await gateway.db.query(sql`select from psp_inbox where repeats and due_at is not null`)
      const known = await gateway.db.query(
        sql`select from charge where sale_id = ${sold.id} and notice_token is not null`,
      )
      return (due.length === 0 && known.length === 1) || null
    }, 'the first notices to be applied')
    const last = new Date(Math.floor(gateway.now().getTime() / HOUR_MS - 1) * HOUR_MS)
    await gateway.db.query(sql`
      insert into notice_reading (psp_account_id, hour_at, count) values (1, ${last}, 12000)
      on conflict (psp_account_id, hour_at) do update set count = 12000`)
    await gateway.db.query(sql`delete from notice_reading where hour_at > ${last}`)
    await pay({ pixCopiaECola: sold.pixKey })
    const waiting = await until(async () => {
      const [row] = await gateway.db.query<{ attempts: number; dueAt: Date }>(sql`
        select attempts, due_at as "dueAt" from psp_inbox where repeats and trouble = 'the calls of a day are nearly used'`)
      return row ?? null
    }, 'the notice to wait')
    assert.equal(waiting.attempts, 0)
    assert.equal(waiting.dueAt.getTime() % HOUR_MS, 0)
    assert.equal((await seller.api('GET', at(sold))).body.status, 'PENDENTE')
    gateway.advance(26 * HOUR_MS)
    await seller.reaches(at(sold), 'PAGO')
  })

  it('leaves nothing for the doctor', async () => {
    assert.deepEqual((await examined(line.gateway.db)).findings, [])
  })
})

interface Row {
  state: string
  reported: string
  lookups: number
  dueAt: Date | null
  token: string | null
}
