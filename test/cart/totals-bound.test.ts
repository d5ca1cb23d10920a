// What a list comes to is counted among the newest rows of an account, however few of them are wanted: who asks waits for no more than that.
import assert from 'node:assert/strict'
import sql, { raw } from 'sql-template-tag'
import { openTestGateway } from '../gateway.ts'
import { slow } from '../long.ts'
import { openShop } from '../notification/shop.ts'
import { OWN_CART } from './things.ts'

const LOOKED_THROUGH = 60_000

slow('of carts and of sessions no more than the newest 60,000 are looked through', async () => {
  await using gateway = await openTestGateway()
  const { person, seller } = await openShop(gateway)
  const items = [{ title: 'Camiseta', unitPrice: 5_00, quantity: 1 }]
  const made = { '/api/carts': OWN_CART, '/api/checkouts': { items } }
  for (const [path, body] of Object.entries(made)) {
    const { status, text } = await seller.api('POST', path, body)
    assert.equal(status, 201, text)
  }
  const over = { cart: { state: 'EXPIRED', due_at: null, external_reference: null }, checkout: { status: 'EXPIRED' } }
  const lists = { cart: ['carts', 'state=OPEN'], checkout: ['checkouts', 'status=ACTIVE'] } as const
  for (const table of ['cart', 'checkout'] as const) {
    const [list, wanted] = lists[table]
    const counted = async () => {
      const { count, more } = (await person.call('GET', `/api/account/${list}/totals?${wanted}`)).body
      return [count, more]
    }
    assert.deepEqual(await counted(), [1, false])
    await gateway.db.query(sql`
      insert into ${raw(table)} overriding system value
      select newer.* from ${raw(table)} oldest, generate_series(1, ${LOOKED_THROUGH}::int) n, lateral jsonb_populate_record(oldest,
        ${JSON.stringify(over[table])}::jsonb || jsonb_build_object('id', oldest.id + n, 'uuid', gen_random_uuid(), 'ended_at', oldest.created_at)) newer`)
    assert.deepEqual(await counted(), [0, true], `${table}: the one that is wanted is older`)
  }
})
