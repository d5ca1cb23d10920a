// A person who was paid, and one who is debited every month: what they are handed out, and what an erasure leaves of it.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import sql from 'sql-template-tag'
import { examined } from '../doctor/scene.ts'
import { slow } from '../long.ts'
import { authorised } from '../recurrence/things.ts'
import { ANA, openShop, type Shop } from './things.ts'

const OWN = '/api/account/privacy'
const ASKED = { document: ANA.document }

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop?.[Symbol.asyncDispose]())

const previewed = async () => (await shop.owner.call('POST', `${OWN}/preview`, ASKED)).body
const partsOf = (list: { part: string; rows: number }[]) => list.map(({ part, rows }) => `${part} ${rows}`)

slow('a cashout to the key of a person is handed out to them, however the key was written, and is kept', async () => {
  const { owner, seller } = shop
  const request = { amount: 100, pixKey: '529.982.247-25', pixKeyType: 'CPF' }
  const made = await seller.api('POST', '/api/public/cashout', request)
  assert.equal(made.status, 201, made.text)
  await seller.reaches(`/api/public/cashout/${made.body.uuid}`, 'COMPLETED')
  const { body } = await owner.call('POST', `${OWN}/export`, ASKED)
  assert.deepEqual([body.counts.cashouts, body.sections.cashouts[0].state], [1, 'settled'])
  const kept = (await previewed()).kept.find(({ part }: { part: string }) => part === 'cashouts')
  assert.deepEqual([kept.rows, kept.ground], [1, 'LAW'])
})

slow(
  'a recurrence in force is kept; of one that has ended the way to its payer goes, and of one that was never authorised everything',
  async () => {
    const { gateway, owner, seller } = shop
    const uuids = [await authorised(shopOf()), await authorised(shopOf()), await authorised(shopOf())]
    const [, ended, refused] = uuids
    await gateway.db.query(sql`
    update recurrence set customer_email = ${ANA.email}, customer_phone = ${ANA.phone}, seal = default where account_id = ${seller.accountId}`)
    await gateway.db.query(sql`
    update recurrence set status = 'CANCELADA', ended_at = now(), end_kind = 'CANCELAMENTO', seal = default where uuid = ${ended}::uuid`)
    await gateway.db.query(sql`
    update recurrence set status = 'REJEITADA', ended_at = now(), end_kind = 'REJEICAO', activated_at = null, seal = default
    where uuid = ${refused}::uuid`)
    const before = (await examined(gateway.db)).findings.map(({ said }) => said)
    const preview = await previewed()
    assert.ok(partsOf(preview.erased).includes('recurrences 1'), JSON.stringify(preview))
    assert.ok(partsOf(preview.erased).includes('recurrenceContacts 1'))
    assert.ok(partsOf(preview.kept).includes('liveRecurrences 1'))
    const done = await owner.call('POST', `${OWN}/erase`, { ...ASKED, confirmation: preview.confirmation })
    assert.equal(done.status, 200, done.text)
    const rows = await gateway.db.query<{ line: string }>(sql`
    select concat_ws('/', status, customer_name, customer_document, customer_email, customer_phone) as line
    from recurrence where account_id = ${seller.accountId} order by id`)
    assert.deepEqual(
      rows.map(({ line }) => line),
      [`APROVADA/Ana/${ANA.document}/${ANA.email}/${ANA.phone}`, `CANCELADA/Ana/${ANA.document}//`, 'REJEITADA////'],
    )
    // Rows that were written by hand have no events; the erasure adds nothing to that.
    assert.deepEqual(
      (await examined(gateway.db)).findings.map(({ said }) => said),
      before,
    )
  },
)

const shopOf = () => ({ gateway: shop.gateway, shop: { seller: shop.seller } })
