// How much was paid of a boleto is known only when its bank has taken the money back: that pays no sale, and what is not known of it is not judged by
// what is.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { assertBooks, untilIdle } from '../../books.ts'
import type { Seller } from '../../gateway.ts'
import { call } from '../../http.ts'
import { type GatewayBehindWire, openGatewayBehindWire, type Words } from '../../psp/faulty-wire.ts'
import { until } from '../../until.ts'
import { boletoSeller, type SoldBoleto, soldBoleto } from '../selling.ts'

describe('an amount that is late', () => {
  let line: GatewayBehindWire
  let seller: Seller
  before(async () => {
    line = await openGatewayBehindWire()
    seller = await boletoSeller(line.gateway)
  })
  after(() => line[Symbol.asyncDispose]())

  const bank = async (path: string, body: object) => {
    const { status, text } = await call(line.bank.url, 'POST', path, { body })
    assert.ok(status < 300, text)
  }
  const takenBack = async ({ id, externalTransactionId }: SoldBoleto) => {
    await bank('/sandbox/boleto/reverse', { chargeId: Number(externalTransactionId), state: 'refunded' })
    await until(async () => {
      const [row] = await line.gateway.db.query<{ state: string }>(
        sql`select reported_state as state from charge where sale_id = ${id}`,
      )
      return row?.state === 'refunded' || null
    }, 'the charge to be refunded')
  }
  const received = async ({ id }: SoldBoleto) => {
    const rows = await line.gateway.db.query<{ status: string; reason: string }>(
      sql`select status, reason from receipt where sale_id = ${id} order by id`,
    )
    return rows.map(({ status, reason }) => `${status} ${reason}`).join()
  }
  const untilReceived = (sold: SoldBoleto, expected: string) =>
    until(async () => {
      const booked = await received(sold)
      return booked === expected || null
    }, `the payments to be ${expected}`)

  /** From now on notices leave out these amounts. */
  async function withoutAmounts({ id }: SoldBoleto, pattern: RegExp): Promise<void> {
    const token = await until(async () => {
      const [row] = await line.gateway.db.query<{ token: string | null }>(
        sql`select notice_token as token from charge where sale_id = ${id}`,
      )
      return row?.token ?? null
    }, 'the token of its notices')
    const answer = ({ status, body }: Words) => ({ status, body: body.replaceAll(pattern, '') })
    line.wire.fail('GET', `/v1/notification/${token}`, { forwarded: true, answer }, 1_000)
  }

  it('pays no sale where the bank has the money back: it is returned by that', async () => {
    const sold = await soldBoleto(seller)
    await withoutAmounts(sold, /,"value":\d+/g)
    await bank('/sandbox/boleto/pay', { pixCopiaECola: sold.pixKey })
    await takenBack(sold)
    assert.equal(await received(sold), '')
    line.wire.heal()
    line.gateway.advance(2 * HOUR_MS)
    await untilReceived(sold, 'RETURNED GONE_BACK')
    assert.equal((await seller.api('GET', `/api/transactions/${sold.uuid}`)).body.status, 'PENDENTE')
  })

  it('is of a second payment: the first is not returned, since nobody knows which of both has gone back', async () => {
    const sold = await soldBoleto(seller)
    await bank('/sandbox/boleto/pay', { pixCopiaECola: sold.pixKey, amount: '122.45' })
    await untilReceived(sold, 'UNACCEPTED OTHER_AMOUNT')
    await withoutAmounts(sold, /,"value":12346/g)
    await bank('/sandbox/boleto/pay', { pixCopiaECola: sold.pixKey, amount: '123.46', again: true })
    await takenBack(sold)
    assert.equal(await received(sold), 'UNACCEPTED OTHER_AMOUNT')
    line.wire.heal()
    line.gateway.advance(2 * HOUR_MS)
    await untilReceived(sold, 'UNACCEPTED OTHER_AMOUNT,UNACCEPTED OTHER_AMOUNT')
  })

  it('leaves the books in order', async () => {
    await untilIdle(line.gateway)
    await assertBooks({ ...line.gateway, bankUrl: line.bank.url })
  })
})
