// Boletos of a PSP account of the gateway: the sandbox's makes them from the start, at the API beside that of its Pix.
import assert from 'node:assert/strict'
import test from 'node:test'
import sql from 'sql-template-tag'
import { openDatabase } from '#db/postgres.ts'
import { makeSecretBox } from '#kernel/crypto/secret-box.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { ensureFirstAccount, sandboxAccount } from '#psp/accounts/first-account.ts'
import { openDirectory } from '#psp/directory.ts'
import { PSP_KINDS } from '#psp/kinds.ts'
import { freshDatabase } from '../../gateway.ts'
import { openTestBank } from '../../sandbox/test-bank.ts'
import { value } from '../adapters.ts'
import { inWords } from '../scripted-adapter.ts'

const BOX = makeSecretBox(Buffer.alloc(32, 7), systemRandom)
const ID = 1

async function openScene(t: test.TestContext) {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 3)
  const bank = await openTestBank(t)
  const now = systemClock()
  const raised: string[] = []
  const psps = openDirectory({
    db,
    secretBox: BOX,
    timeoutMs: 30_000,
    random: systemRandom,
    // It stands still: a circuit that has opened stays open.
    clock: () => now,
    paused: () => false,
    alerts: { raise: code => void raised.push(code), raiseOnce() {}, resolve() {} },
    log: { info: () => {} },
  })
  t.after(async () => {
    await psps.close()
    await db.close()
    await drop()
  })
  const log = { warn: () => {} }
  const start = () =>
    ensureFirstAccount(
      {
        db,
        kinds: PSP_KINDS,
        secretBox: BOX,
        random: systemRandom,
        clock: systemClock,
        production: false,
        log,
      },
      sandboxAccount(bank.url),
    )
  return { db, bank, psps, raised, start }
}

test('the account of the sandbox makes boletos, also when it was made before it did', async t => {
  const { db, psps, start } = await openScene(t)
  await start()
  const open = async () => {
    const { collect } = await psps.psp(ID)
    const request = { ref: 'sale1', amount: 10_00n as never, title: 'Livro', noticeUrl: 'https://example.com/notice' }
    return collect && value(await collect.open(request)).chargeId
  }
  assert.match((await open()) ?? '', /^2400000[1-9]$/)
  await db.query(sql`
    update psp_account set collect_base_url = null, bolepix = false, version = version + 1, seal = default`)
  assert.equal(await open(), undefined)
  await start()
  assert.match((await open()) ?? '', /^2400000[1-9]$/)
  assert.equal((await psps.psp(ID)).collect?.capabilities.boleto?.bolepix, true)
})

test('an API of charges that is down closes no way to the Pix of its account', async t => {
  const { bank, psps, raised, start } = await openScene(t)
  await start()
  const { collect, payIn } = await psps.psp(ID)
  await bank.call('POST', '/sandbox/faults', { on: 'POST /authorize', fate: '503', times: 100 })
  for (let n = 0; n < 6; n++) assert.equal((await collect?.find('24000001'))?.kind, 'unknown')
  const found = await collect?.find('24000001')
  assert.match(found === undefined ? '' : inWords(found, () => ''), /asked no more for now/)
  assert.deepEqual(raised, ['PSP_NOT_ANSWERING'])
  assert.equal(value(await payIn.findCharge('nobodyhasthistxid1234567890')), null)
  assert.deepEqual(psps.circuitOpen(), [])
})
