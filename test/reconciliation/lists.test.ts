// Lists that are doubled, that change while they are read, and that reach back to before the account came: played page by page, each
// play over a PSP account of its own. And days that are read anew by themselves.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sql from 'sql-template-tag'
import { type Database, openDatabase } from '#db/postgres.ts'
import { addDays, boundsOf, type LocalDate } from '#kernel/calendar/local-time.ts'
import { centavos } from '#kernel/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import type { Period, Psp, Received, Refund } from '#psp/port.ts'
import { workOn } from '#reconciliation/run/run.ts'
import { beginAnew, insertRun, leaseRun, type Run, recordTrouble } from '#reconciliation/run/store.ts'
import { freshDatabase } from '../gateway.ts'

const DAY = '2026-03-10' as LocalDate
const { from, to } = boundsOf(DAY)
const PAGE = 2

let db: Database
let drop: () => Promise<void>
before(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  db = openDatabase(fresh.connection, 3)
})
after(async () => {
  await db?.close()
  await drop?.()
})

let plays = 0

async function openAccount(since = '2026-01-01T00:00:00Z'): Promise<number> {
  plays += 1
  const [row] = await db.query<{ id: number }>(sql`
    insert into psp_account (kind, environment, name, base_url, pix_key, credentials_sealed, callback_token_hash, created_at)
    values ('bcb', 'test', ${`played ${plays}`}, 'http://127.0.0.1:1', ${`key-${plays}`}, '', ${Buffer.from(`${plays}`)}, ${since})
    returning id`)
  return row?.id ?? 0
}

type Line = [name: string, cents: number, minute: number, more?: { txid?: string; refunds?: Refund[] }]

interface Play {
  ours: Line[]
  theirs: Line[]
  /** What the PSP says was paid out; our books know nothing of it. */
  sent?: Line[] | null
  since?: string
  /** The answers of lookups, where they differ from the list. */
  lookedUp?: Line[]
  /** The list as it is once a page has been read. */
  later?: Record<number, (list: Received[]) => Received[]>
}

/** What the run makes of it: "a OTHER_AMOUNT 1" of each case that is open, and how many movements agree. */
async function play({ ours, theirs, sent = null, since, lookedUp, later = {} }: Play) {
  const pspAccountId = await openAccount(since)
  const id = (name: string) => `E${pspAccountId}-${name}`
  for (const [name, cents, minute, { txid = null } = {}] of ours)
    await db.query(sql`
      insert into receipt (account_id, psp_account_id, end_to_end_id, txid, amount_centavos, payer_name, payer_document, paid_at,
        status, reason, created_at)
      values (1000, ${pspAccountId}, ${id(name)}, ${txid}, ${cents}, '', '', ${momentOf(minute)}, 'UNACCEPTED', 'NO_SALE',
        ${momentOf(minute)})`)
  const receivedOf = ([name, cents, minute, more = {}]: Line): Received => ({
    endToEndId: id(name),
    amount: centavos(cents),
    paidAt: momentOf(minute),
    txid: more.txid ?? null,
    refunds: more.refunds ?? [],
    payer: { name: '', document: '' },
  })
  const payoutOf = ([name, cents, minute]: Line) => ({
    payoutId: id(name),
    endToEndId: null,
    amount: centavos(cents),
    pixKey: null,
    state: 'paid' as const,
    requestedAt: momentOf(minute),
    returns: [],
  })
  let list = theirs.map(receivedOf)
  const reported = lookedUp?.map(receivedOf)
  let read = 0
  const psp = {
    payIn: {
      async listReceived({ from, to }: Period, page: number) {
        const reported = pageOf(
          list.filter(({ paidAt }) => paidAt >= from && paidAt <= to),
          page,
        )
        if (to.getTime() - from.getTime() > DAY_MS) list = later[read++]?.(list) ?? list
        return reported
      },
      findReceived: async (endToEndId: string) => ({
        kind: 'done',
        value: (reported ?? list).find(one => one.endToEndId === endToEndId) ?? null,
      }),
      findRefund: async () => ({ kind: 'done', value: null }),
    },
    payOut: sent && {
      list: async ({ from, to }: Period, page: number) =>
        pageOf(
          sent.map(payoutOf).filter(({ requestedAt }) => requestedAt >= from && requestedAt <= to),
          page,
        ),
    },
  } as unknown as Psp
  const clock = () => new Date(to.getTime() + 6 * HOUR_MS)
  const begun = await db.transaction(tx => insertRun(tx, { pspAccountId, day: DAY, askedBy: null }, clock()))
  assert.equal(await workOn({ db, psps: { psp: async () => psp }, clock }, begun, () => false), 'done')
  const rows = await db.query<{ line: string }>(sql`
    select concat_ws(' ', entry_id, kind, difference_centavos) as line from reconciliation_case
    where psp_account_id = ${pspAccountId} and state = 'OPEN' order by entry_id, kind`)
  const [run] = await db.query<{ matched: number }>(sql`select matched from reconciliation where id = ${begun.id}`)
  return { found: rows.map(({ line }) => line.replaceAll(id(''), '')), matched: run?.matched }
}

const pageOf = (all: unknown[], page: number) => ({
  kind: 'done',
  value: { items: all.slice(page * PAGE, (page + 1) * PAGE), more: (page + 1) * PAGE < all.length, unread: [] },
})

const momentOf = (minute: number) => new Date(from.getTime() + minute * MINUTE_MS)

const FIVE: Line[] = [1, 2, 3, 4, 5].map(n => [`p${n}`, n * 100, n * 10])

test('pages that end where the list does, and a list of none, differ in nothing', async () => {
  for (const count of [0, 1, 2, 4, 5]) {
    const both = FIVE.slice(0, count)
    assert.deepEqual(await play({ ours: both, theirs: both }), { found: [], matched: count })
  }
})

test('a line that is listed twice is one line too many, on its page and on another', async () => {
  const twice: Line[] = [...FIVE.slice(0, 1), ...FIVE.slice(0, 1), ...FIVE.slice(1)]
  assert.deepEqual(await play({ ours: FIVE, theirs: twice }), { found: ['p1#2 MISSING_HERE 100'], matched: 5 })
  const apart: Line[] = [...FIVE.slice(0, 2), ...FIVE.slice(1)]
  assert.deepEqual(await play({ ours: FIVE, theirs: apart }), { found: ['p2#2 MISSING_HERE 200'], matched: 5 })
  const thrice: Line[] = [...FIVE, ...FIVE.slice(4), ...FIVE.slice(4)]
  const sent = await play({ ours: [], theirs: [], sent: apart })
  assert.deepEqual(
    sent.found.filter(reported => reported.startsWith('p2')),
    ['p2 MISSING_HERE 200', 'p2#2 MISSING_HERE 200'],
  )
  assert.equal(sent.found.length, 6)
  assert.deepEqual((await play({ ours: FIVE, theirs: thrice })).found, [
    'p5#2 MISSING_HERE 500',
    'p5#3 MISSING_HERE 500',
  ])
})

test('of two lines of one name the one that agrees is known', async () => {
  const other: Line[] = [['p1', 101, 10], ...FIVE]
  assert.deepEqual((await play({ ours: FIVE, theirs: other })).found, ['p1#2 MISSING_HERE 101'])
  const back: Refund = { refundId: 'R', rtrId: null, amount: centavos(30), state: 'done', nature: null }
  const strange: Line[] = [['p1', 100, 10, { refunds: [back, back] }], ...FIVE.slice(1)]
  assert.deepEqual((await play({ ours: FIVE, theirs: strange })).found, [
    'p1/R MISSING_HERE 30',
    'p1/R#2 MISSING_HERE 30',
  ])
})

test('a list that changes while it is read invents nothing, and hides nothing', async () => {
  const less = (list: Received[]) => list.slice(1)
  const more = (list: Received[]) => [{ ...(list[0] as Received), endToEndId: 'Enew', paidAt: momentOf(0) }, ...list]
  // What slips through between two pages is found again.
  assert.deepEqual((await play({ ours: FIVE, theirs: FIVE, later: { 0: less } })).found, [])
  // What is pushed onto the next page is met twice.
  assert.deepEqual(await play({ ours: FIVE, theirs: FIVE, later: { 0: more } }), { found: [], matched: 5 })
  const gone = await play({ ours: [...FIVE, ['p6', 600, 60]], theirs: FIVE, later: { 0: less } })
  assert.deepEqual(gone.found, ['p6 MISSING_THERE -600'])
  const wrong: Line[] = FIVE.map(([name, cents, minute]) => [name, name === 'p2' ? 999 : cents, minute])
  const right = (list: Received[]) =>
    more(list.map(one => (one.amount === 999n ? { ...one, amount: centavos(200) } : one)))
  assert.deepEqual((await play({ ours: FIVE, theirs: wrong, later: { 0: right } })).found, [], 'its last word counts')
  assert.deepEqual((await play({ ours: FIVE, theirs: wrong })).found, ['p2 OTHER_AMOUNT 799'])
})

test('what a look-up finds and the list has not is missing in the list, and what it dates elsewhere is not', async () => {
  const found = ['p1 MISSING_THERE -100']
  assert.deepEqual((await play({ ours: FIVE, theirs: FIVE.slice(1), lookedUp: FIVE })).found, found)
  const elsewhere: Line[] = FIVE.map(([name, cents]) => [name, cents, -600])
  assert.deepEqual((await play({ ours: FIVE, theirs: FIVE.slice(1), lookedUp: elsewhere })).found, [])
  assert.deepEqual((await play({ ours: FIVE, theirs: FIVE.slice(1) })).found, found)
})

test('a Pix under another charge is another Pix, and one whose charge is not named is not', async () => {
  const ours: Line[] = [
    ['a', 100, 1, { txid: 'one' }],
    ['b', 200, 2, { txid: 'two' }],
  ]
  const theirs: Line[] = [
    ['a', 100, 1, { txid: 'other' }],
    ['b', 200, 2],
  ]
  assert.deepEqual(await play({ ours, theirs }), { found: ['a OTHER_ID 0'], matched: 1 })
})

test('what was before the account came to this gateway is not ours', async () => {
  const back: Refund = { refundId: 'R', rtrId: null, amount: centavos(30), state: 'done', nature: null }
  const theirs: Line[] = [
    ['old', 700, 5, { refunds: [back] }],
    ['new', 800, 400],
  ]
  const { found } = await play({ ours: [], theirs, since: momentOf(60).toISOString() })
  assert.deepEqual(found, ['new MISSING_HERE 800'])
})

test('a day is the time between two midnights of São Paulo', async () => {
  const last = (to.getTime() - from.getTime()) / MINUTE_MS
  const edges: Line[] = [
    ['before', 1, -1 / 60],
    ['first', 2, 0],
    ['last', 3, last - 1 / 60],
    ['after', 4, last],
  ]
  const found = ['first MISSING_HERE 2', 'last MISSING_HERE 3']
  assert.deepEqual(await play({ ours: [], theirs: edges }), { found, matched: 0 })
  assert.deepEqual(await play({ ours: edges, theirs: edges }), { found: [], matched: 2 })
})

const runOf = async (id: bigint): Promise<string> => {
  const [row] = await db.query<{ line: string }>(sql`
    select concat_ws(' ', state, run, due_at <= started_at) as line from reconciliation where id = ${id}`)
  return row?.line ?? ''
}

test('a day is read anew after 7, 30 and 89 days, and one that waits for its PSP at once where a person requests it', async () => {
  const pspAccountId = await openAccount()
  const { id } = await db.transaction(tx => insertRun(tx, { pspAccountId, day: DAY, askedBy: null }, momentOf(1)))
  const reported: string[] = []
  const readAt = async (days: number) => {
    const now = new Date(boundsOf(addDays(DAY, days)).to.getTime() + 6 * HOUR_MS)
    await beginAnew(db, addDays(DAY, days), now)
    if ((await runOf(id)).startsWith('RUNNING')) reported.push(`${days}`)
    await db.query(sql`
      update reconciliation set state = 'DONE', stage = 'done', finished_at = ${now}, due_at = null where id = ${id}`)
  }
  await readAt(0)
  reported.length = 0
  for (const days of [6, 7, 8, 29, 30, 31, 88, 89, 90, 99, 120]) await readAt(days)
  assert.deepEqual(reported, ['7', '30', '89'])
  const asked = { pspAccountId, day: DAY, askedBy: 'olga' }
  const now = momentOf(5)
  const run: Run = await db.transaction(tx => insertRun(tx, asked, now))
  await recordTrouble(db, run, 'silence', new Date(now.getTime() + HOUR_MS))
  await db.transaction(tx => insertRun(tx, asked, now))
  assert.equal((await leaseRun(db, now, momentOf(60), momentOf(9e5)))?.id, id)
})
