// The trial balance by account: what the wallets say, that their lines agree, and the sums for the whole gateway.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Person, register, registerOperator } from '../access/person.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { connect } from '../notification/puller.ts'
import { until } from '../until.ts'

const PATH = '/api/admin/ledger/trial-balance'

let gateway: TestGateway
let olga: Person
let seller: Seller
let other: Seller

before(async () => {
  gateway = await openTestGateway()
  olga = await registerOperator(gateway)
  seller = await gateway.seller({ funds: 300_00 })
  other = await gateway.seller({ funds: 200_00 })
  const { body } = await seller.api('POST', '/api/public/cashout', {
    amount: 100,
    pixKey: 'ana@example.com',
    pixKeyType: 'EMAIL',
  })
  await seller.reaches(`/api/public/cashout/${body.uuid}`, 'COMPLETED')
})
after(() => gateway[Symbol.asyncDispose]())

interface Row {
  accountId: number
  available: string
  blocked: string
  fee: string
  received: string
  atPsps: string
  sum: string
  entries: number
  agrees: boolean
  isHouse: boolean
}
const page = async (query = '') => (await olga.call('GET', `${PATH}${query}`)).body
const total = (rows: Row[], pick: (row: Row) => string) => rows.reduce((sum, row) => sum + BigInt(pick(row)), 0n)

describe('the trial balance', () => {
  it('has every account with a wallet, and the totals are their sums to the centavo', async () => {
    const { totals, data } = await page('?limit=100')
    const rows: Row[] = data
    const [{ wallets }] = (await gateway.db.query<{ wallets: number }>(sql`
      select count(*)::int as wallets from wallet`)) as [{ wallets: number }]
    assert.equal(rows.length, wallets)
    assert.equal(totals.accounts, wallets)
    const sellers = rows.filter(({ isHouse }) => !isHouse)
    assert.equal(
      BigInt(totals.sellersAvailable),
      total(sellers, row => row.available),
    )
    assert.equal(
      BigInt(totals.fees),
      total(rows, row => row.fee),
    )
    assert.equal(
      BigInt(totals.atPsps),
      total(rows, row => row.atPsps),
    )
    assert.equal(totals.difference, '0')
    assert.deepEqual(
      rows.map(({ sum, agrees }) => [sum, agrees]),
      rows.map(() => ['0', true]),
    )
    const own = rows.find(({ accountId }) => accountId === seller.accountId)
    const balance = (await seller.api('GET', '/api/public/balance')).body
    assert.deepEqual([Number(own?.available), Number(own?.blocked)], [balance.available, balance.blocked])
    assert.equal(Number(own?.atPsps), balance.available + balance.blocked + Number(own?.fee))
  })

  it('is paged by account, in order', async () => {
    const whole: Row[] = (await page('?limit=100')).data
    const first = await page('?limit=1')
    const second = await page(`?limit=100&cursor=${first.nextCursor}`)
    const ids = [...first.data, ...second.data].map(({ accountId }) => accountId)
    assert.deepEqual(
      ids,
      whole.map(({ accountId }) => accountId),
    )
    assert.equal(second.nextCursor, null)
    const beyond = Buffer.from('c9223372036854775807').toString('base64url')
    assert.deepEqual((await page(`?cursor=${beyond}`)).data, [])
  })

  it('comes as a file with the same figures', async () => {
    const { text } = await olga.call('GET', `${PATH}.csv?format=iso`)
    const [header, ...lines] = text.trim().split(/\r?\n/)
    assert.match(header ?? '', /^accountId,name,status,available,/)
    const rows: Row[] = (await page('?limit=100')).data
    assert.equal(lines.length, rows.length)
    const own = lines.find(line => line.startsWith(`${seller.accountId},`))?.split(',')
    const row = rows.find(({ accountId }) => accountId === seller.accountId)
    assert.equal(own?.[3], (Number(row?.available) / 100).toFixed(2))
    assert.equal(own?.at(-1), 'true')
    assert.match((await olga.call('GET', `${PATH}.csv`)).text, /;sim\r\n/)
  })

  it('is made exactly for one account, of all of its lines', async () => {
    const { body } = await olga.call('GET', `${PATH}/${seller.accountId}`)
    assert.equal(body.agrees, true)
    assert.equal(body.entries, body.lines)
    assert.deepEqual(
      body.sides.map(({ wallet, lines, agrees }: Record<string, unknown>) => [wallet === lines, agrees]),
      body.sides.map(() => [true, true]),
    )
  })

  it('says where a wallet and its lines part', async () => {
    await gateway.db.query(sql`
      update wallet set available_centavos = available_centavos + 100, clearing_centavos = clearing_centavos - 100
      where account_id = ${other.accountId}`)
    const row = ((await page('?limit=100')).data as Row[]).find(({ accountId }) => accountId === other.accountId)
    assert.deepEqual([row?.sum, row?.agrees], ['0', false])
    const { body } = await olga.call('GET', `${PATH}/${other.accountId}`)
    const wrong = body.sides.filter(({ agrees }: { agrees: boolean }) => !agrees)
    assert.deepEqual(
      wrong.map(({ side, wallet, lines }: Record<string, string>) => [side, Number(wallet) - Number(lines)]),
      [
        ['available', 100],
        ['clearing', -100],
      ],
    )
    assert.equal(body.agrees, false)
  })

  it('is the operator’s alone, and of accounts that there are', async () => {
    const ana = await register(gateway)
    for (const path of [PATH, `${PATH}.csv`, `${PATH}/1001`, '/api/admin/house/statement'])
      assert.equal((await ana.call('GET', path)).status, 403, path)
    assert.equal((await olga.call('GET', `${PATH}/999999999`)).status, 404)
    assert.equal((await olga.call('GET', `${PATH}/x`)).status, 400)
    assert.equal((await olga.call('GET', `${PATH}?cursor=x`)).status, 400)
  })
})

it('the suspense account has a statement, a summary and a balance like any other', async () => {
  for (const [path, key] of [
    ['', 'data'],
    ['/summary', 'opening'],
    ['/balance?at=2026-01-31', 'available'],
  ]) {
    const { status, body } = await olga.call('GET', `/api/admin/house/statement${path}`)
    assert.equal(status, 200)
    assert.ok(key !== undefined && key in body, JSON.stringify(body))
  }
  assert.equal((await olga.call('GET', '/api/admin/accounts/1000/statement')).status, 404)
})

it('its file goes no further than a page for a person who is no operator any more', async () => {
  await gateway.db.query(sql`
    with opened as (
      insert into account (name, email, status, fees, limits, reserve, created_at, updated_at)
      select name, email, status, fees, limits, reserve, created_at, updated_at from account, generate_series(1, 1100)
      where id = ${seller.accountId} returning id
    )
    insert into wallet (account_id, updated_at) select id, now() from opened`)
  const whole = (await olga.call('GET', `${PATH}.csv`)).text
  assert.ok(whole.split('\r\n').length > 1_100)

  const holder = await connect(gateway.connection)
  await holder.query('begin; lock table wallet in access exclusive mode')
  const otto = await registerOperator(gateway)
  const beginning = fetch(`${gateway.url}${PATH}.csv`, { headers: { cookie: otto.cookie } })
  await until(async () => {
    const [row] = await gateway.db.query<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%from wallet%'`)
    return row?.waiting === 1
  }, 'the file to be read')
  await gateway.db.query(sql`update iam."user" set operator = false where email = ${otto.email}`)
  await holder.query('commit')
  await holder.end()
  await assert.rejects((await beginning).text(), /terminated/)
})
