// Of a seller whose Pix and whose charges belong to different accounts at Efí: each is asked of its own account, its money lies there, and debit cards are
// sold nowhere, as Efí takes none.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { findings } from '../books.ts'
import { contact, linkOf } from '../cart/shopping.ts'
import { buyerAt, textOf } from '../pay-page/buying.ts'
import { tokenOf } from '../psp/collect/card-scene.ts'
import { ACCOUNTS, accountsOf, bind, openScene, refusal } from '../psp/operator.ts'
import { at } from '../sale/selling.ts'
import { until } from '../until.ts'
import { atBank, sellByCard } from './cards.ts'
import { chargesAtBank, soldBoleto } from './selling.ts'

test('charges at a further account at Efí', async t => {
  const { gateway, second, olga, account } = await openScene(t, { SWEEP_EVERY_MS: '100' })
  const further = { bankUrl: second.url }
  const seller = await gateway.seller()
  const charges = { collectBaseUrl: `${second.url}/v1`, bolepix: true, pixKey: 'chave-da-outra-conta' }
  const made = await olga.call('POST', ACCOUNTS, { ...account, ...charges })
  assert.equal(made.status, 201, made.text)
  const { id } = made.body
  const change = (body: object) => olga.call('PATCH', `${ACCOUNTS}/${id}`, body)
  const cards = { cardEnabled: true, cardEntry: 'redirect', cardEntryOrigin: second.url }
  assert.equal((await change(cards)).status, 200)
  const price = { fixedCents: 350, basisPoints: 0 }
  const bound = await bind(olga, seller.accountId, {
    boletoPspAccountId: id,
    cardPspAccountId: id,
    fees: {
      ...{ boleto: price, creditCard: price, debitCard: price },
      creditCardInstallments: [{ from: 2, to: 12, price }],
    },
  })
  assert.equal(bound.status, 200, bound.text)

  const placesOf = ({ id: sale }: { id: number }) =>
    gateway.db.query<{ psp: number; status: string }>(sql`
      select psp_account_id as psp, status from receipt where sale_id = ${sale} and status <> 'MOVED'`)
  const coverage = async (pspAccountId: number) =>
    (await olga.call('POST', '/api/admin/coverage', { pspAccountId })).body

  await t.test('are made there, and the codes of the Pix at the other one', async () => {
    const pix = await seller.sell(10_00)
    await soldBoleto(seller)
    assert.deepEqual(await chargesAtBank(gateway), [])
    assert.equal((await chargesAtBank(further)).length, 1)
    await gateway.pay(pix.pixKey)
    await seller.reaches(at(pix), 'PAGO')
    assert.deepEqual(await placesOf(pix), [{ psp: 1, status: 'ACCEPTED' }])
  })

  await t.test('by boleto are paid by their Pix there', async () => {
    const before = await coverage(1)
    const sold = await soldBoleto(seller, { externalReference: 'further-1' })
    assert.equal((await atBank(further, '/sandbox/boleto/pay', { pixCopiaECola: sold.pixKey })).status, 201)
    await seller.reaches(at(sold), 'PAGO')
    assert.deepEqual(await placesOf(sold), [{ psp: id, status: 'ACCEPTED' }])
    assert.equal((await coverage(1)).expected, before.expected)
    const there = await coverage(id)
    assert.deepEqual([there.expected, there.covers], [123_45, true])
  })

  await t.test('by credit card are paid, settled and refunded there', async () => {
    const { body: sold, text } = await sellByCard(further, seller, 'approved')
    assert.equal(sold.status, 'PAGO', text)
    const approved = await coverage(id)
    assert.deepEqual([approved.expected, approved.owed], [123_45, 100_00])
    const chargeId = Number(sold.externalTransactionId)
    assert.ok((await atBank(further, '/sandbox/settle', { chargeId })).status < 300)
    await until(async () => ((await coverage(id)).owed === 0 ? true : null), 'the acquirer to have paid')
    assert.deepEqual([(await coverage(id)).expected, (await coverage(id)).covers], [223_45, true])
    assert.equal((await seller.api('POST', `${at(sold)}/refunds`, {})).status, 202)
    await seller.reaches(at(sold), 'ESTORNADO')
    assert.equal((await coverage(id)).expected, 123_45)
    const [charge] = (await chargesAtBank(further)).slice(-1)
    assert.equal(charge?.status, 'refunded')
  })

  await t.test(
    'by debit card are not sold: 422, not at the checkout, not in the panel, and cannot be switched on',
    async () => {
      const token = await tokenOf(second, 'approved', 'debit')
      const refused = await sellByCard(further, seller, 'approved', { token, paymentMethod: 'DEBIT_CARD' })
      assert.deepEqual(
        [refused.status, refused.text],
        [422, '{"message":"paymentMethod: DEBIT_CARD is not available for this account","errorType":"GENERAL_ERROR"}'],
      )
      const { token: cart } = await contact(gateway, await linkOf(seller))
      const page = await buyerAt(gateway).get(`/c/${cart}`)
      assert.match(textOf(page), /Cartão de crédito/)
      assert.doesNotMatch(page.text, /value="DEBIT_CARD"|Cartão de débito/)
      const { soldMethods } = (await olga.call('GET', `/api/admin/accounts/${seller.accountId}`)).body
      assert.deepEqual(soldMethods, ['PIX', 'BOLETO', 'CREDIT_CARD'])
      const shown = (await accountsOf(olga)).find((one: { id: number }) => one.id === id)
      assert.deepEqual([shown.takesDebit, shown.debitEnabled], [false, false])
      assert.deepEqual(refusal(await change({ debitEnabled: true })), [400, 'INVALID_DATA', 'debitEnabled'])
      // Whoever has set it in the database all the same.
      await gateway.db.query(sql`
      update psp_account set debit_enabled = true, version = version + 1, seal = default where id = ${id}`)
      assert.equal((await sellByCard(further, seller, 'approved', { token, paymentMethod: 'DEBIT_CARD' })).status, 422)
      await gateway.db.query(sql`
      update psp_account set debit_enabled = false, version = version + 1, seal = default where id = ${id}`)
    },
  )

  await t.test('leave nothing for the doctor', async () => {
    assert.deepEqual(await findings(gateway.db), [])
  })
})
