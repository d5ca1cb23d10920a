// The doctor: rows that are deleted, added or swapped, in every way to run it, and that it is right while others write.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { examine } from '#doctor/examine.ts'
import { sentenceOf } from '#doctor/report.ts'
import { systemClock } from '#kernel/time.ts'
import { openTestGateway } from '../gateway.ts'
import { slow, slowSuite } from '../long.ts'
import { until } from '../until.ts'
import { type ClosedGateway, closedGateway, examined } from './scene.ts'
import { type Hand, openHand } from './tampering.ts'

describe('an examination', () => {
  let gateway: ClosedGateway
  let hand: Hand
  before(async () => {
    gateway = await closedGateway()
    hand = await openHand(gateway.connection)
  })
  after(async () => {
    await hand?.[Symbol.asyncDispose]()
    await gateway?.[Symbol.asyncDispose]()
  })

  const sentences = async (options?: Parameters<typeof examine>[1]) =>
    (await examined(gateway.db, options)).findings.map(sentenceOf)

  /** The doctor's findings after these statements, which are undone; their tables are restored as they were. */
  async function messagesAfter(...statements: string[]): Promise<string[]> {
    const tables = ['transfer', 'wallet', 'hold', 'sale', 'withdrawal']
    for (const table of tables) await hand.query(`create temporary table kept_${table} as select * from ${table}`)
    for (const statement of statements) await hand.query(statement)
    const message = await sentences()
    for (const table of tables) {
      await hand.query(`delete from ${table}`)
      await hand.query(`insert into ${table} overriding system value select * from kept_${table}`)
      await hand.query(`drop table kept_${table}`)
    }
    assert.deepEqual(await sentences(), [])
    return message
  }

  const some = (message: string[], sentence: RegExp) =>
    assert.ok(
      message.some(one => sentence.test(one)),
      message.join('\n'),
    )

  it('of a gateway in order finds nothing, however small its pages are', async () => {
    const whole = await examined(gateway.db)
    assert.deepEqual(whole.findings, [])
    for (const pageRows of [1, 2, 3, 7]) {
      const { findings, rows, accounts } = await examined(gateway.db, { pageRows })
      assert.deepEqual({ findings, rows, accounts }, { findings: [], rows: whole.rows, accounts: whole.accounts })
    }
    for (const table of [
      'transfer',
      'hold',
      'sale',
      'receipt',
      'refund',
      'withdrawal',
      'event',
      'attempt',
      'idempotency',
    ])
      assert.ok((whole.rows[table] ?? 0) > 0, table)
  })

  it('names an entry that was taken out: first, in the middle, and last', async () => {
    const out = (seq: string) =>
      messagesAfter(`delete from transfer where account_id = ${gateway.accountId} and seq = ${seq}`)
    some(
      await out('1'),
      /^transfer 2 of account 1001: the first that there is, so that what stood between is missing\.$/,
    )
    some(await out('7'), /^transfer 8 of account 1001: it follows number 6, so that what stood between is missing\.$/)
    const last = `(select max(seq) from transfer where account_id = ${gateway.accountId})`
    some(await out(last), /^wallet of account 1001: it counts (\d+) transfers, and the last one has number \d+\.$/)
  })

  it('names an entry that was added', async () => {
    const message = await messagesAfter(`
      insert into transfer select account_id, seq + 1, kind, debit, credit, amount_centavos, available_after_centavos,
        blocked_after_centavos, forced, hold_seq, resolves_hold, psp_account_id, subject, subject_id, created_at, hash
      from transfer where account_id = ${gateway.accountId} order by seq desc limit 1`)
    some(message, /^transfer \d+ of account 1001: its hash does not follow from the one before it/)
    some(message, /^wallet of account 1001: it counts \d+ transfers, and the last one has number \d+\.$/)
  })

  slow('names two entries that changed places', async () => {
    const at = `where account_id = ${gateway.accountId} and seq`
    const message = await messagesAfter(
      `update transfer set seq = 1000000 ${at} = 5`,
      `update transfer set seq = 5 ${at} = 6`,
      `update transfer set seq = 6 ${at} = 1000000`,
    )
    some(message, /^transfer 5 of account 1001: its hash does not follow from the one before it/)
  })

  it('names a hold, a sale and a cashout that are gone', async () => {
    const first = (table: string) =>
      `delete from ${table} where (account_id, id) = (select account_id, min(id) from ${table} group by account_id limit 1)`
    some(
      await messagesAfter(
        `delete from hold where (account_id, seq) = (select account_id, min(seq) from hold group by 1 limit 1)`,
      ),
      /^transfer \d+ of account \d+: it moves \d+\.\d\d into blocked and the hold that it opens is missing\./,
    )
    some(
      await messagesAfter(first('sale')),
      /^transfer \d+ of account \d+: in its account \d+ transfers are about a row that is not there\.$/,
    )
    some(
      await messagesAfter(first('withdrawal')),
      /^transfer \d+ of account \d+: in its account \d+ transfers are about a row that is not there/,
    )
  })

  it('says what a value was, where only one other fits the hash', async () => {
    const change = (set: string) =>
      messagesAfter(`update transfer set ${set} where account_id = ${gateway.accountId} and seq = 5`)
    const { rows } = await hand.query(
      `select amount_centavos as amount, kind from transfer where account_id = ${gateway.accountId} and seq = 5`,
    )
    const [{ amount, kind }] = rows
    some(
      await change('amount_centavos = 1'),
      new RegExp(`shows that amount_centavos was ${amount} when it was written`),
    )
    some(await change("kind = 'CASHOUT_PAID'"), new RegExp(`shows that kind was ${kind} when it was written`))
    some(await change('forced = not forced'), /shows that forced was (true|false) when it was written/)
    some(await change('subject_id = subject_id + 1'), /shows that subject_id was \d+ when it was written/)
  })

  const MAX_FINDINGS = '9223372036854775807'

  slow('names an entry whose value no arithmetic takes', async () => {
    for (const column of ['amount_centavos', 'available_after_centavos', 'blocked_after_centavos'])
      for (const value of [MAX_FINDINGS, `-${MAX_FINDINGS} - 1`])
        some(
          await messagesAfter(
            `update transfer set ${column} = ${value} where account_id = ${gateway.accountId} and seq = 5`,
          ),
          /^transfer 5 of account 1001/,
        )
  })

  slow('does not trip over such values elsewhere', async () => {
    const values: Record<string, string> = { int8: `-${MAX_FINDINGS} - 1`, timestamptz: "'-infinity'" }
    const columns = await hand.columns(['wallet', 'hold', 'sale', 'withdrawal'])
    for (const { table, column, type, isKey } of columns)
      if (!isKey && values[type] !== undefined)
        await messagesAfter(`update ${table} set ${column} = ${values[type]} where account_id = ${gateway.accountId}`)
  })

  slow('of one account reads that one', async () => {
    const { rows, accounts } = await examined(gateway.db, { accountId: gateway.accountId })
    const { rows: counted } = await hand.query('select count(*)::int from transfer where account_id = $1', [
      gateway.accountId,
    ])
    assert.deepEqual([accounts, rows.transfer], [1, counted[0].count])
  })

  slow('is broken off between two pages', async () => {
    const leaving = new AbortController()
    const reason = new Error('that is enough')
    const onProgress = () => leaving.abort(reason)
    await assert.rejects(examined(gateway.db, { pageRows: 1, leaving: leaving.signal, onProgress }), reason)
  })

  it('that wants to be alone gives way to another', async () => {
    const alone = { alone: true, pageRows: 1 }
    let other: unknown = 'not asked'
    const onProgress = async () => {
      if (other !== 'not asked') return
      other = 'asked'
      other = await examine({ db: gateway.db, clock: systemClock }, alone)
    }
    assert.notEqual(await examine({ db: gateway.db, clock: systemClock }, { ...alone, onProgress }), null)
    await until(async () => (other === 'asked' ? null : true), 'the other one to answer')
    assert.equal(other, null)
    assert.notEqual(await examine({ db: gateway.db, clock: systemClock }, alone), null)
  })
})

slowSuite('while money moves', () => {
  it('nothing is found, ever', async () => {
    await using gateway = await openTestGateway()
    const sellers = [await gateway.seller({ funds: 9_000_00 }), await gateway.seller({ funds: 9_000_00 })]
    let moving = true
    const busy = async (n: number) => {
      const seller = sellers[n % 2]
      while (moving) {
        const sale = await seller?.sell(150_00)
        if (sale !== undefined) await gateway.pay(sale.pixKey)
        const pixKey = ['maria@example.com', 'recusada@example.com', 'negada@example.com'][n % 3]
        await seller?.api('POST', '/api/public/cashout', { amount: 100, pixKey, pixKeyType: 'EMAIL' })
      }
    }
    const work = Promise.all(Array.from({ length: 8 }, (_, n) => busy(n)))
    let entries = 0
    for (let round = 0; round < 12; round++) {
      const { findings, rows } = await examined(gateway.db, { pageRows: 50 })
      assert.deepEqual(findings.map(sentenceOf), [])
      entries = rows.transfer ?? 0
    }
    moving = false
    await work
    assert.ok(entries > 50, `${entries} entries are not much of a load`)
  })
})
