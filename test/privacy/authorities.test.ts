// What an authority has asked for is kept until it is answered, whoever asks that it be erased, and whatever its time. The operator reads why; the
// account does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { DAY_MS } from '#kernel/time.ts'
import { findAskedFor } from '#legal-request/records/asked-for-store.ts'
import { forgetSome } from '#privacy/retention/worker.ts'
import { type Person, registerOperator } from '../access/person.ts'
import { PATH, recorded } from '../legal-request/things.ts'
import { slow } from '../long.ts'
import { ANA, buyersOf, entriesOf, openShop, RUI, type Shop } from './things.ts'

const OWN = '/api/account/privacy'
const OPERATOR = '/api/admin/privacy'

const ABOUT_ANA = { subjectKind: 'DOCUMENT', document: ANA.document }

const parts = (list: { part: string; rows: number }[]) => list.map(({ part, rows }) => `${part} ${rows}`)
const shown = async (person: Person, path: string, body: object) => {
  const answer = await person.call('POST', path, body)
  assert.equal(answer.status, 200, answer.text)
  return answer
}
/** What Ana has paid, as the PSP calls it. */
async function paymentOf({ gateway, seller, paid }: Shop): Promise<string | undefined> {
  const [payment] = await gateway.db.query<{ id: string }>(sql`
    select end_to_end_id as id from receipt where account_id = ${seller.accountId} and sale_id = ${paid.id}`)
  return payment?.id
}
const closed = (olga: Person, { id }: { id: string }) =>
  olga.call('POST', `${PATH}/${id}/close`, { state: 'ANSWERED', reason: 'Entregue ao cartório.' })

test('what is asked for about a person stays until it is answered, and the account does not learn who has asked', async () => {
  await using shop = await openShop()
  const { gateway, owner, seller } = shop
  const olga = await registerOperator(gateway)
  const before = await buyersOf(shop)
  const request = await recorded(olga, ABOUT_ANA)

  const preview = await shown(owner, `${OWN}/preview`, { document: ANA.document })
  assert.deepEqual(parts(preview.body.erased), ['carts 1'], 'no archive has carts')
  const retained = preview.body.kept.find(({ part }: { part: string }) => part === 'retainedByLaw')
  assert.deepEqual(retained, { part: 'retainedByLaw', rows: 2, ground: 'LAW', until: null })
  assert.doesNotMatch(preview.text, /AUTHORITY/)

  const asked = { accountId: seller.accountId, document: ANA.document }
  const asOperator = await shown(olga, `${OPERATOR}/preview`, asked)
  assert.deepEqual(
    asOperator.body.kept.find(({ part }: { part: string }) => part === 'retainedByLaw'),
    { part: 'retainedByLaw', rows: 2, ground: 'AUTHORITY', until: null },
  )
  const others = await shown(owner, `${OWN}/preview`, { document: RUI.document })
  assert.deepEqual(parts(others.body.erased), ['saleContacts 1'], 'nobody has asked for these')

  const { confirmation } = asOperator.body
  const done = await shown(olga, `${OPERATOR}/erase`, { ...asked, confirmation })
  assert.deepEqual([parts(done.body.erased), await buyersOf(shop)], [['carts 1'], before])
  const entries = await entriesOf(gateway)
  assert.ok(entries.at(-1)?.text.includes('retainedByLaw 2'))
  assert.doesNotMatch(JSON.stringify(entries), /AUTHORITY|legal/)

  assert.equal((await closed(olga, request)).status, 200)
  const later = await shown(owner, `${OWN}/preview`, { document: ANA.document })
  assert.deepEqual(parts(later.body.erased), ['unpaidSales 1', 'saleContacts 1'])
  assert.ok(!parts(later.body.kept).some(part => part.startsWith('retainedByLaw')))
  await shown(owner, `${OWN}/erase`, { document: ANA.document, confirmation: later.body.confirmation })
  assert.deepEqual((await buyersOf(shop)).slice(0, 2), [`PAGO ${ANA.name}/${ANA.document}//`, 'CANCELADO ///'])
})

test('what is asked for is not forgotten by itself either, until it is answered', async () => {
  await using shop = await openShop()
  const olga = await registerOperator(shop.gateway)
  const request = await recorded(olga, ABOUT_ANA)
  const before = await buyersOf(shop)
  await runFor(shop, 1_826)
  await runFor(shop, 3_655)
  assert.deepEqual(await buyersOf(shop), [...before.slice(0, 2), 'PAGO ///'], 'what nobody has asked for is forgotten')
  const another = await recorded(olga, { subjectKind: 'PAYMENTS', endToEndIds: [await paymentOf(shop)] })
  await runFor(shop, 3_655)
  assert.equal((await closed(olga, request)).status, 200)
  await runFor(shop, 3_655)
  assert.deepEqual(
    await buyersOf(shop),
    [before[0], 'CANCELADO ///', 'PAGO ///'],
    'another has asked for the first one',
  )
  assert.equal((await closed(olga, another)).status, 200)
  await runFor(shop, 3_655)
  assert.deepEqual(await buyersOf(shop), ['PAGO ///', 'CANCELADO ///', 'PAGO ///'])
})

test('three requests at once keep what they ask for, and nothing else of the shop', async () => {
  await using shop = await openShop()
  const { gateway, owner, seller } = shop
  const olga = await registerOperator(gateway)
  const [payment] = await gateway.db.query<{ id: string }>(sql`
    select end_to_end_id as id from receipt where account_id = ${seller.accountId} and sale_id <> ${shop.paid.id}`)
  await recorded(olga, { subjectKind: 'DOCUMENT', document: '39053344705' })
  await recorded(olga, { subjectKind: 'PAYMENTS', endToEndIds: [payment?.id] })
  const past = { from: '2020-01-01', to: '2020-12-31' }
  await recorded(olga, { subjectKind: 'ACCOUNT', accountId: seller.accountId, ...past })

  const preview = await shown(owner, `${OWN}/preview`, { document: ANA.document })
  assert.deepEqual(parts(preview.body.erased), ['carts 1', 'unpaidSales 1', 'saleContacts 1'])
  const { confirmation } = preview.body
  const done = await shown(owner, `${OWN}/erase`, { document: ANA.document, confirmation })
  assert.deepEqual(parts(done.body.erased), parts(preview.body.erased))
  const kept = `PAGO ${RUI.name}/${RUI.document}/${RUI.email}/${RUI.phone} shipped`
  await runFor(shop, 3_655)
  assert.deepEqual(await buyersOf(shop), ['PAGO ///', 'CANCELADO ///', kept])
})

/** As a process of an older version does while a request is open: on by everything, and nothing of it is forgotten. */
const passedByOlder = ({ gateway: { db }, seller }: Shop) =>
  db.query(sql`
    insert into retention_mark (account_id, retention, last_id, updated_at)
    select ${seller.accountId}, retention, 1000000000000, now() from unnest('{unpaid-sales,sale-contacts,paid-sales,payments}'::text[]) retention
    on conflict (account_id, retention) do update set last_id = excluded.last_id, updated_at = excluded.updated_at`)

test('an older process that is still running passes rows for itself alone: they are looked at all the same', async () => {
  await using shop = await openShop()
  await passedByOlder(shop)
  await runFor(shop, 200)
  assert.deepEqual((await buyersOf(shop))[1], 'CANCELADO ///')
  await passedByOlder(shop)
  await runFor(shop, 3_655)
  assert.deepEqual(await buyersOf(shop), ['PAGO ///', 'CANCELADO ///', 'PAGO ///'])
})

const TERMS = {
  cartDays: 30,
  unpaidSaleDays: 180,
  contactDays: 1_825,
  moneyYears: 10,
  notificationDays: 90,
  callbackDays: 90,
  requestLogDays: 30,
}

async function runFor({ gateway: { db, now } }: Shop, days: number): Promise<void> {
  const clock = () => new Date(now().getTime() + days * DAY_MS)
  const deps = { db, clock, log: pino({ level: 'silent' }), terms: TERMS, askedFor: findAskedFor }
  for (let rounds = 0; await forgetSome(deps); rounds++) assert.ok(rounds < 100, 'it never ends')
}

slow(
  'a request about an account is about all its customers, and one about a period or a payment about no more',
  async () => {
    await using shop = await openShop()
    const { gateway, owner, seller } = shop
    const olga = await registerOperator(gateway)
    const erased = async (document: string) => parts((await shown(owner, `${OWN}/preview`, { document })).body.erased)
    const aboutAccount = { subjectKind: 'ACCOUNT', accountId: seller.accountId }

    const past = await recorded(olga, { ...aboutAccount, from: '2020-01-01', to: '2020-12-31' })
    assert.deepEqual(await erased(RUI.document), ['saleContacts 1'], 'nothing happened in that period')
    await closed(olga, past)

    const whole = await recorded(olga, aboutAccount)
    assert.deepEqual([await erased(RUI.document), await erased(ANA.document)], [[], ['carts 1']])
    await closed(olga, whole)

    await recorded(olga, { subjectKind: 'PAYMENTS', endToEndIds: [await paymentOf(shop)] })
    assert.deepEqual(await erased(ANA.document), ['carts 1', 'unpaidSales 1'])
  },
)
