// A live PSP account that an older version saved with an address in the clear: production does not start with it, and the command line
// corrects it without a gateway, also while payouts are under way there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { openBank } from '../../sandbox/bank.ts'
import { PRODUCTION } from '../access/production.ts'
import { freshDatabase, openTestGateway } from '../gateway.ts'
import { environmentOf, porteira } from './run.ts'

const set = (account: string, url: string) => ['psp', 'set-address', '--account', account, '--url', url]

test('porteira psp set-address', async t => {
  const { connection, drop } = await freshDatabase()
  t.after(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  t.after(() => bank.close())
  const on = { connection, bank }
  const env = environmentOf({ connection })

  await t.test('is what a start in production requires, and a start in development does not', async () => {
    const before = await openTestGateway({ on })
    await before.db.query(sql`
      insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
      select kind, 'live', 'Banco antigo', 'http://psp.example.com/api', 'old@key', credentials_sealed, 'old', created_at
      from psp_account where id = 1`)
    await before[Symbol.asyncDispose]()
    await assert.rejects(openTestGateway({ on, env: PRODUCTION }), {
      name: 'StartProblem',
      message: /PSP account 2 \(Banco antigo\) begins with http:\/\/.*porteira psp set-address --account 2 --url https/,
    })
    await (await openTestGateway({ on }))[Symbol.asyncDispose]()
  })

  await t.test('takes an account and an address, and none in the clear', async () => {
    for (const args of [['psp', 'set-address'], set('x', 'https://psp.example.com'), set('2', '').slice(0, 4)])
      assert.equal((await porteira(args, env)).code, 2, args.join(' '))
    const refused = async (account: string, url: string) => {
      const { code, out } = await porteira(set(account, url), env)
      assert.equal(code, 1)
      return out
    }
    for (const url of ['http://psp.example.org', 'psp.example.com', 'https://a:b@psp.example.com'])
      assert.match(await refused('2', url), /^baseUrl: .*https:\/\/.* Nothing was changed\.\n$/)
    assert.match(await refused('9', 'https://psp.example.com'), /not found.* Nothing was changed\.\n$/i)
  })

  await t.test('leads to the same place over https, whatever is under way, and nowhere else then', async () => {
    const gateway = await openTestGateway({ on })
    const seller = await gateway.seller()
    await seller.sell(10_00)
    await gateway.db.query(sql`update sale set psp_account_id = 2, seal = default`)
    await gateway[Symbol.asyncDispose]()
    const moved = await porteira(set('2', 'https://elsewhere.example.com/api'), env)
    assert.equal(moved.code, 1)
    assert.match(moved.out, /under way: another bank is another PSP account/)
    const { code, out } = await porteira(set('2', 'https://psp.example.com/api'), env)
    assert.deepEqual(
      [code, out],
      [0, 'PSP account 2 (Banco antigo) is called at https://psp.example.com/api from now on.\n'],
    )
  })

  await t.test('lets production start, and is in the audit log', async () => {
    await using gateway = await openTestGateway({ on, env: PRODUCTION })
    const [entry] = await gateway.db.query<{ actor: string; detail: object; reason: string }>(sql`
      select actor, detail, reason from audit where action = 'psp-account.changed'`)
    const baseUrl = { before: 'http://psp.example.com/api', after: 'https://psp.example.com/api' }
    assert.deepEqual(entry, { actor: 'house', detail: { baseUrl }, reason: 'At the command line' })
  })
})
