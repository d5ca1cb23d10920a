// Claims: what they hold at once, what later credits are held for in the commit that brings them, and that nothing which a caller starts
// comes between. Against the database, with the doctor at the end.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import fc from 'fast-check'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import { openAccount } from '#account/open.ts'
import { openDatabase, type Transaction } from '#db/postgres.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import { findOpenClaim } from '#ledger/balance-claim-store.ts'
import { type ClaimKey, changeClaim, closeClaim, openClaim } from '#ledger/balance-claims.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Posting } from '#ledger/ledger.ts'
import { offences } from '../books.ts'
import { LEDGER_INVARIANTS } from '../books-invariants.ts'
import { freshDatabase } from '../gateway.ts'

const { connection, drop } = await freshDatabase()
/** Who has to wait for one waits for a few seconds at most. */
const CONNECTIONS = 20
const db = openDatabase(connection, CONNECTIONS)
after(async () => {
  await db.close()
  await drop()
})

const NOW = new Date('2026-03-01T12:00:00Z')

/** Said of the claims themselves, and of the wallets that lack. */
const CLAIM_INVARIANTS = {
  'a wallet lacks what its open claims lack': sql`
    select account_id, lacking_centavos, lacking from wallet left join (
      select account_id, sum(wanted_centavos - held_centavos) as lacking from claim where closed_at is null group by 1
    ) claims using (account_id) where lacking_centavos <> coalesce(lacking, 0)`,
  'a claim holds what its open holds hold': sql`
    select account_id, subject, subject_id, held_centavos, open from claim left join (
      select account_id, subject, subject_id, sum(open_centavos) as open from hold group by 1, 2, 3
    ) holds using (account_id, subject, subject_id) where held_centavos <> coalesce(open, 0)`,
  'nothing is available while anything lacks': sql`
    select account_id from wallet where lacking_centavos > 0 and available_centavos > 0`,
}

afterEach(async () => {
  assert.deepEqual(await offences(db, { ...LEDGER_INVARIANTS, ...CLAIM_INVARIANTS }), [])
})

const inBooks = <T>(accountId: number, work: (books: Books, tx: Transaction) => T | Promise<T>): Promise<T> =>
  db.transaction(async tx => {
    const books = await openBooks(tx, [accountId], NOW)
    const answer = await work(books, tx)
    await books.write()
    return answer
  })

let subjects = 0n
const income = (amount: bigint): Posting => ({
  kind: 'SALE',
  amount: centavos(amount),
  pspAccountId: 1,
  subject: 'sale',
  subjectId: ++subjects,
})
const fee = (amount: bigint): Posting => ({
  kind: 'SALE_FEE',
  amount: centavos(amount),
  subject: 'sale',
  subjectId: subjects,
  forced: true,
})
const cashout = (amount: bigint): Posting => ({
  kind: 'CASHOUT_HELD',
  amount: centavos(amount),
  subject: 'withdrawal',
  subjectId: ++subjects,
  opens: { reason: 'WITHDRAWAL' },
})

async function accountWith(amount: bigint): Promise<number> {
  const person = { id: randomUUID(), name: 'Loja', email: 'l@example.com' }
  const accountId = await openAccount(db, { person, status: 'ACTIVE', now: NOW })
  if (amount > 0n) await credited(accountId, amount)
  return accountId
}

const credited = (accountId: number, amount: bigint) =>
  inBooks(accountId, books => books.mustPost(accountId, income(amount)))

const claimed = async (accountId: number, wanted: bigint, subject: ClaimKey['subject'] = 'dispute') => {
  const key: ClaimKey = { accountId, subject, subjectId: ++subjects }
  const reason = subject === 'dispute' ? 'MED' : 'JUDICIAL'
  const opened = await inBooks(accountId, (books, tx) =>
    openClaim(tx, books, { ...key, reason, target: centavos(wanted) }, NOW),
  )
  return { key, held: opened.held }
}
const changed = ({ key }: { key: ClaimKey }, wanted: bigint) =>
  inBooks(key.accountId, (books, tx) => changeClaim(tx, books, { ...key, target: centavos(wanted) }, NOW))
const closed = ({ key }: { key: ClaimKey }, max?: bigint) =>
  inBooks(key.accountId, (books, tx) =>
    closeClaim(tx, books, key, max === undefined ? null : { max: centavos(max), pspAccountId: 1 }, NOW),
  )
const heldBy = ({ key }: { key: ClaimKey }) =>
  db.transaction(async tx => (await findOpenClaim(tx, key))?.held as Centavos | undefined)

async function figures(accountId: number) {
  const [row] = await db.query<Record<string, bigint>>(sql`
    select available_centavos as available, blocked_centavos as blocked, lacking_centavos as lacking
    from wallet where account_id = ${accountId}`)
  return { ...row }
}

test('a claim holds what there is at once, and lacks the rest', async () => {
  const [rich, poor, none] = [await accountWith(100n), await accountWith(60n), await accountWith(0n)]
  assert.equal((await claimed(rich, 80n)).held, 80n)
  assert.equal((await claimed(poor, 80n)).held, 60n)
  assert.equal((await claimed(none, 80n)).held, 0n)
  assert.deepEqual(await figures(rich), { available: 20n, blocked: 80n, lacking: 0n })
  assert.deepEqual(await figures(poor), { available: 0n, blocked: 60n, lacking: 20n })
  assert.deepEqual(await figures(none), { available: 0n, blocked: 0n, lacking: 80n })
})

test('what comes later is held in the commit that brings it, the oldest claim first', async () => {
  const accountId = await accountWith(10n)
  const [first, second] = [await claimed(accountId, 50n), await claimed(accountId, 30n, 'hold_order')]
  await credited(accountId, 45n)
  assert.deepEqual([await heldBy(first), await heldBy(second)], [50n, 5n])
  await credited(accountId, 100n)
  assert.deepEqual([await heldBy(first), await heldBy(second)], [50n, 30n])
  assert.deepEqual(await figures(accountId), { available: 75n, blocked: 80n, lacking: 0n })
})

test('what a sale costs goes out of it before anything is held', async () => {
  const accountId = await accountWith(0n)
  const claim = await claimed(accountId, 50n)
  await inBooks(accountId, books => {
    books.mustPost(accountId, income(40n))
    books.mustPost(accountId, fee(4n))
  })
  assert.equal(await heldBy(claim), 36n)
})

test('a debt is paid before anything is held, and holding makes none', async () => {
  const accountId = await accountWith(0n)
  await inBooks(accountId, books => books.mustPost(accountId, fee(30n)))
  const claim = await claimed(accountId, 50n)
  await credited(accountId, 20n)
  assert.deepEqual(await figures(accountId), { available: -10n, blocked: 0n, lacking: 50n })
  await credited(accountId, 25n)
  assert.equal(await heldBy(claim), 15n)
  assert.deepEqual(await figures(accountId), { available: 0n, blocked: 15n, lacking: 35n })
})

test('no cashout comes between a credit and what is held of it', async t => {
  await t.test('within one batch', async () => {
    const accountId = await accountWith(0n)
    const claim = await claimed(accountId, 50n)
    const outcomes = await inBooks(accountId, books => {
      books.mustPost(accountId, income(60n))
      assert.equal(books.available(accountId), 10n)
      return [books.post(accountId, cashout(11n)), books.post(accountId, cashout(10n))]
    })
    assert.equal(outcomes[0], 'INSUFFICIENT_BALANCE')
    assert.notEqual(outcomes[1], 'INSUFFICIENT_BALANCE')
    assert.equal(await heldBy(claim), 50n)
  })

  await t.test('among credits and cashouts at the same time', async () => {
    const accountId = await accountWith(0n)
    const claim = await claimed(accountId, 500n)
    const refused = async () =>
      assert.equal(await inBooks(accountId, books => books.post(accountId, cashout(1n))), 'INSUFFICIENT_BALANCE')
    const connected = pLimit(CONNECTIONS)
    const rounds = Array.from({ length: 60 }, (_, n) =>
      connected(async () => void (await (n % 2 === 0 ? credited(accountId, 10n) : refused()))),
    )
    await Promise.all(rounds)
    assert.equal(await heldBy(claim), 300n)
  })

  await t.test('and the database refuses a writer that forgets', async () => {
    const accountId = await accountWith(0n)
    await claimed(accountId, 50n)
    const forgetful = sql`
      update wallet set available_centavos = available_centavos + 10, clearing_centavos = clearing_centavos - 10
      where account_id = ${accountId}`
    await assert.rejects(
      db.transaction(tx => tx.query(forgetful)),
      /wallet_lacks_before_it_gives/,
    )
  })
})

test('a claim whose target falls releases what it holds beyond it, and one whose target rises holds more', async () => {
  const accountId = await accountWith(40n)
  const [claim, other] = [await claimed(accountId, 60n), await claimed(accountId, 20n)]
  assert.equal((await changed(claim, 50n)).held, 40n)
  // What it releases is held at once for the one with a shortfall.
  assert.equal((await changed(claim, 25n)).held, 25n)
  assert.equal(await heldBy(other), 15n)
  await credited(accountId, 30n)
  assert.deepEqual(await figures(accountId), { available: 25n, blocked: 45n, lacking: 0n })
  assert.equal((await changed(claim, 70n)).held, 50n)
  assert.deepEqual(await figures(accountId), { available: 0n, blocked: 70n, lacking: 20n })
})

test('a claim that is closed takes, releases, and lacks no more', async () => {
  const accountId = await accountWith(40n)
  const claim = await claimed(accountId, 100n)
  await credited(accountId, 30n)
  assert.deepEqual(await closed(claim, 60n), { taken: 60n, released: 10n })
  assert.deepEqual(await figures(accountId), { available: 10n, blocked: 0n, lacking: 0n })
  await assert.rejects(closed(claim), /there is no open claim/)

  const released = await claimed(accountId, 100n)
  assert.deepEqual(await closed(released), { taken: 0n, released: 10n })
  const beyond = await claimed(accountId, 100n)
  assert.deepEqual(await closed(beyond, 100n), { taken: 10n, released: 0n })
  assert.deepEqual(await figures(accountId), { available: 0n, blocked: 0n, lacking: 0n })
})

test('a subject has one claim', async () => {
  const accountId = await accountWith(40n)
  const { key } = await claimed(accountId, 10n)
  const again = inBooks(accountId, (books, tx) =>
    openClaim(tx, books, { ...key, reason: 'MED', target: centavos(5) }, NOW),
  )
  await assert.rejects(again, /claim_account_id_subject_subject_id_key/)
})

interface Step {
  amount: bigint
  which: number
}

test('whatever comes in whatever order, nothing is free while there is a shortfall', { timeout: 60_000 }, async () => {
  const step = fc.record({
    act: fc.constantFrom('credit', 'debt', 'cashout', 'open', 'change', 'close'),
    amount: fc.bigInt({ min: 1n, max: 100n }),
    which: fc.nat(3),
  })
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async steps => {
    const accountId = await accountWith(0n)
    const open: Awaited<ReturnType<typeof claimed>>[] = []
    const any = (which: number) => open.splice(which % Math.max(1, open.length), 1)
    const VERBS = {
      credit: ({ amount }: Step) => credited(accountId, amount),
      debt: ({ amount }: Step) => inBooks(accountId, books => books.mustPost(accountId, fee(amount))),
      cashout: ({ amount }: Step) => inBooks(accountId, books => books.post(accountId, cashout(amount))),
      open: async ({ amount }: Step) => open.push(await claimed(accountId, amount)),
      change: async ({ amount, which }: Step) => {
        for (const claim of any(which)) {
          await changed(claim, amount)
          open.push(claim)
        }
      },
      close: async ({ amount, which }: Step) => {
        for (const claim of any(which)) await closed(claim, amount)
      },
    }
    for (const one of steps) await VERBS[one.act](one)
    assert.deepEqual(await offences(db, { ...LEDGER_INVARIANTS, ...CLAIM_INVARIANTS }), [])
  })
  await fc.assert(property, { numRuns: 12 })
})
