// While the gateway is in recovery no card is charged, no boleto or transfer is ended by its time, and nothing that was sold becomes its seller's.
// Afterwards all of it goes on, each once.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { registerOperator } from '../../access/person.ts'
import { assertBooks } from '../../books.ts'
import { balanceOf } from '../../cashout/requesting.ts'
import { tokenOf } from '../../psp/collect/card-scene.ts'
import { RECOVERY } from '../../recovery/scene.ts'
import { sellsByTransfer, soldByTransfer } from '../../transfer/selling.ts'
import { until } from '../../until.ts'
import { sellByCard } from '../cards.ts'
import { chargeAtBank, sellsBoletos, soldBoleto } from '../selling.ts'
import { openCardShop } from './shop.ts'

test('a recovery, with sales by every method under way', async t => {
  await using shop = await openCardShop()
  const { gateway } = shop
  const olga = await registerOperator(gateway)
  const seller = await shop.seller()
  await sellsBoletos(gateway, seller)
  await sellsByTransfer(gateway, seller)
  const at = ({ uuid }: { uuid: string }) => `/api/transactions/${uuid}`
  const statusOf = async (sale: { uuid: string }) => (await seller.api('GET', at(sale))).body.status
  const transfer = await soldByTransfer(seller)
  const boleto = await soldBoleto(seller, { boleto: { dueInDays: 0 } })
  const card = await shop.approved(seller)
  await shop.settle(card)
  const [key, token] = ['in-recovery', await tokenOf({ url: gateway.bankUrl }, 'approved')]
  const entered = await olga.call('POST', `${RECOVERY}/enter`, { reason: 'the database is older than the bank' })
  assert.ok(entered.status < 300, entered.text)

  await t.test('no card is charged', async () => {
    const { status, body } = await sellByCard(gateway, seller, 'approved', { key, token })
    assert.ok(status === 503 || body.status === 'EM_PROCESSAMENTO', `${status} ${JSON.stringify(body)}`)
  })

  await t.test('nothing ends by its time, and nothing is released', async () => {
    gateway.advance(Date.parse('2027-01-04T15:00:00Z') - gateway.now().getTime())
    // A payment that is booked meanwhile shows that the gateway is at work, and not on these.
    const paid = await seller.sell(10_00)
    await gateway.pay(paid.pixKey)
    await seller.reaches(at(paid), 'PAGO')
    assert.deepEqual([await statusOf(boleto), await statusOf(transfer)], ['PENDENTE', 'PENDENTE'])
    assert.equal((await chargeAtBank(gateway, boleto)).status, 'waiting')
    assert.equal((await balanceOf(seller)).blocked, 96_01)
    const charges = (await shop.bank('GET', '/sandbox/charges')).data
    assert.equal(charges.filter((one: { card: object | null }) => one.card !== null).length, 1, 'one attempt by card')
  })

  await t.test('afterwards it goes on', async () => {
    const resumed = await olga.call('POST', `${RECOVERY}/resume`, { reason: 'the lists have been read', force: true })
    assert.ok(resumed.status < 300, resumed.text)
    gateway.advance(HOUR_MS)
    await seller.reaches(at(boleto), 'CANCELADO')
    await seller.reaches(at(transfer), 'CANCELADO')
    await until(async () => (await balanceOf(seller)).blocked === 0 || null, 'the release')
    // The token of the attempt has been erased long since: it is not charged, and the next one is.
    const statuses = () =>
      gateway.db.query<{ status: string }>(sql`
        select status from sale where account_id = ${seller.accountId} and payment_method = 'CREDIT_CARD' order by id`)
    const ended = await until(async () => {
      const found = (await statuses()).map(({ status }) => status)
      return found.includes('EM_PROCESSAMENTO') ? null : found
    }, 'the attempt to end')
    assert.deepEqual(ended, ['PAGO', 'FALHA'])
    const { uuid } = await shop.approved(seller)
    assert.equal(await statusOf({ uuid }), 'PAGO')
  })

  await t.test('leaves the books in order', () => assertBooks(gateway))
})
