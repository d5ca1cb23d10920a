// The ledger in the database: what its constraints refuse to any writer, and that batches through books have the same result as postings
// one by one.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import fc from 'fast-check'
import pLimit from 'p-limit'
import sql from 'sql-template-tag'
import { openAccount } from '#account/open.ts'
import { openDatabase } from '#db/postgres.ts'
import { examine } from '#doctor/examine.ts'
import { centavos } from '#kernel/money.ts'
import { systemClock } from '#kernel/time.ts'
import { type Books, openBooks } from '#ledger/books.ts'
import type { Posting, Transfer } from '#ledger/ledger.ts'
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
const assertLedger = async () => {
  assert.deepEqual(await offences(db, LEDGER_INVARIANTS), [])
  const findings = (await examine({ db, clock: systemClock }))?.findings ?? []
  assert.deepEqual(
    findings.filter(({ check }) => !OF_NOTHING.has(check)),
    [],
  )
}

/** These transfers are about sales and cashouts that are not there, which the doctor notices too. */
const OF_NOTHING = new Set(['transfer.subject', 'wallet.psp'])

const newAccount = () =>
  openAccount(db, { person: { id: randomUUID(), name: 'Loja', email: 'l@example.com' }, status: 'ACTIVE', now: NOW })

const inBooks = <T>(accountIds: number[], work: (books: Books) => T): Promise<T> =>
  db.transaction(async tx => {
    const books = await openBooks(tx, accountIds, NOW)
    const answer = work(books)
    await books.write()
    return answer
  })

let subjects = 0n
const about = (subject: Posting['subject'] = 'withdrawal') => ({ subject, subjectId: ++subjects })
const income = (amount: bigint): Posting => ({
  kind: 'SALE',
  amount: centavos(amount),
  pspAccountId: 1,
  ...about('sale'),
})
const holding = (amount: bigint): Posting => ({
  kind: 'CASHOUT_HELD',
  amount: centavos(amount),
  opens: { reason: 'WITHDRAWAL' },
  ...about(),
})
const releasing = (
  { seq, amount, subject, subjectId }: Pick<Transfer, 'seq' | 'amount' | 'subject' | 'subjectId'>,
  resolves = true,
): Posting => ({
  kind: 'CASHOUT_RELEASED',
  amount,
  hold: { seq, resolves },
  subject,
  subjectId,
})

const richAccount = async (amount: bigint) => {
  const accountId = await newAccount()
  await inBooks([accountId], books => books.mustPost(accountId, income(amount)))
  return accountId
}

const heldIn = async (accountId: number, amount: bigint) => {
  const held = await inBooks([accountId], books => books.post(accountId, holding(amount)))
  assert.ok(held !== 'INSUFFICIENT_BALANCE')
  return held
}

const figures = async (accountId: number) => {
  const [row] = await db.query<Record<string, bigint>>(sql`
    select seq, available_centavos as available, blocked_centavos as blocked from wallet where account_id = ${accountId}`)
  return { ...row }
}

const refusedBy = (constraint: string) => (error: Error & { constraint?: string }) => {
  assert.equal(error.constraint, constraint, error.message)
  return true
}

test('the database itself refuses', async t => {
  const accountId = await richAccount(100n)
  const append = (after: number, forced: boolean) => sql`
    insert into transfer (account_id, seq, kind, debit, credit, amount_centavos, available_after_centavos,
      blocked_after_centavos, forced, resolves_hold, subject, subject_id, created_at, hash)
    values (${accountId}, 2, 'SALE_FEE', 'available', 'fee', 101, ${after}, 0, ${forced}, false, 'sale', 1, ${NOW},
      sha256(''))`

  await t.test('a transfer below zero that is not forced', async () => {
    await assert.rejects(db.query(append(-1, false)), refusedBy('transfer_floor'))
  })

  await t.test('and takes the same one where it is forced', async () => {
    const undone = new Error('undone')
    await assert.rejects(
      db.transaction(async tx => {
        await tx.query(append(-1, true))
        throw undone
      }),
      undone,
    )
  })

  await t.test('a change of a transfer, and its removal', async () => {
    const statements = [
      sql`update transfer set amount_centavos = 1 where account_id = ${accountId}`,
      sql`delete from transfer where account_id = ${accountId}`,
    ]
    for (const statement of statements) await assert.rejects(db.query(statement), /transfer is append-only/)
  })

  await t.test('a wallet that does not sum to zero', async () => {
    const tampering = sql`update wallet set available_centavos = available_centavos + 1 where account_id = ${accountId}`
    await assert.rejects(db.query(tampering), refusedBy('wallet_balances'))
  })

  await t.test('a number that is taken', async () => {
    const again = sql`insert into transfer select (transfer).* from transfer where account_id = ${accountId}`
    await assert.rejects(db.query(again), refusedBy('transfer_pkey'))
  })

  await assertLedger()
})

test('a hold', async t => {
  const accountId = await richAccount(500n)
  const held = await heldIn(accountId, 300n)

  await t.test('blocks what it holds', async () => {
    assert.deepEqual(await figures(accountId), { seq: 2n, available: 200n, blocked: 300n })
  })

  await t.test('gives no more than it holds', async () => {
    const other = await heldIn(accountId, 100n)
    const tooMuch = { ...releasing(held, false), amount: centavos(301) }
    await assert.rejects(
      inBooks([accountId], books => books.mustPost(accountId, tooMuch)),
      refusedBy('hold_check'),
    )
    await inBooks([accountId], books => books.mustPost(accountId, releasing(other)))
  })

  await t.test('is resolved once', async () => {
    const half = { ...held, amount: centavos(150) }
    await inBooks([accountId], books => books.mustPost(accountId, releasing(half)))
    await assert.rejects(
      inBooks([accountId], books => books.mustPost(accountId, releasing(half))),
      refusedBy('transfer_resolves_hold'),
    )
  })

  await t.test('is resolved once however many try at the same moment', async () => {
    const contested = await heldIn(accountId, 100n)
    const tries = Array.from({ length: 12 }, () =>
      inBooks([accountId], books => books.mustPost(accountId, releasing(contested))),
    )
    const outcomes = await Promise.allSettled(tries)
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  await t.test('must be there to be taken from', async () => {
    const nowhere = releasing({ seq: 999_999n, amount: centavos(1), ...about() })
    await assert.rejects(
      inBooks([accountId], books => books.mustPost(accountId, nowhere)),
      /hold that is not there/,
    )
  })

  await assertLedger()
})

test('books', async t => {
  await t.test('that refuse a request write nothing of it', async () => {
    const accountId = await richAccount(100n)
    const outcome = await inBooks([accountId], books => books.post(accountId, holding(101n)))
    assert.equal(outcome, 'INSUFFICIENT_BALANCE')
    assert.deepEqual(await figures(accountId), { seq: 1n, available: 100n, blocked: 0n })
  })

  await t.test('of a batch decide in order of arrival, over several accounts', async () => {
    const [a, b] = [await richAccount(100n), await richAccount(50n)]
    const requests: [number, bigint][] = [
      [a, 60n],
      [b, 60n],
      [a, 60n],
      [b, 50n],
      [a, 40n],
      [a, 1n],
    ]
    const outcomes = await inBooks([a, b], books =>
      requests.map(([accountId, amount]) => books.post(accountId, holding(amount)) !== 'INSUFFICIENT_BALANCE'),
    )
    assert.deepEqual(outcomes, [true, false, false, true, true, false])
    assert.deepEqual(await figures(a), { seq: 3n, available: 0n, blocked: 100n })
    assert.deepEqual(await figures(b), { seq: 2n, available: 0n, blocked: 50n })
  })

  await t.test('know only the accounts that they were opened for', async () => {
    const [a, b] = [await richAccount(100n), await richAccount(100n)]
    await assert.rejects(
      inBooks([a], books => books.post(b, holding(1n))),
      /not locked by these books/,
    )
  })

  await t.test('keep amounts that a JSON number would round', async () => {
    const max = 9_007_199_254_740_993n
    const accountId = await richAccount(max)
    assert.deepEqual(await figures(accountId), { seq: 1n, available: max, blocked: 0n })
  })

  await t.test('that are not written leave nothing behind', async () => {
    const accountId = await newAccount()
    await db.transaction(async tx => void (await openBooks(tx, [accountId], NOW)).post(accountId, income(1n)))
    assert.deepEqual(await figures(accountId), { seq: 0n, available: 0n, blocked: 0n })
  })

  await t.test('of many transactions at once lose nothing and never block each other for good', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => richAccount(1_000n)))
    const pick = (n: number) => accounts[n % accounts.length] as number
    const connected = pLimit(CONNECTIONS)
    const rounds = Array.from({ length: 100 }, (_, n) => {
      const pair = n % 2 === 0 ? [pick(n), pick(n + 3)] : [pick(n + 3), pick(n)]
      return connected(() => inBooks(pair, books => pair.map(accountId => books.post(accountId, holding(7n)))))
    })
    const held = (await Promise.all(rounds)).flat().filter(outcome => outcome !== 'INSUFFICIENT_BALANCE')
    const sums = await Promise.all(accounts.map(figures))
    assert.equal(held.length, 200)
    assert.equal(
      sums.reduce((sum, { blocked = 0n }) => sum + blocked, 0n),
      1_400n,
    )
  })

  await assertLedger()
})

test('any batches of movements leave a ledger that adds up', async () => {
  const accounts = [await richAccount(10_000n), await richAccount(10_000n), await newAccount()]
  const open = new Map<number, Transfer[]>(accounts.map(accountId => [accountId, []]))
  const take = (books: Books, accountId: number, capture: Partial<Posting>) => {
    const hold = open.get(accountId)?.shift()
    if (hold !== undefined) books.mustPost(accountId, { ...releasing(hold), ...capture })
    return null
  }
  const moves: Record<string, (books: Books, who: number, amount: bigint) => Transfer | string | null> = {
    income: (books, who, amount) => books.mustPost(who, income(amount)).kind,
    hold: (books, who, amount) => books.post(who, holding(amount)),
    release: (books, who) => take(books, who, {}),
    capture: (books, who) => take(books, who, { kind: 'CASHOUT_PAID', pspAccountId: 1 }),
  }

  const move = fc.record({
    who: fc.constantFrom(...accounts),
    what: fc.constantFrom(...Object.values(moves)),
    amount: fc.bigInt({ min: 1n, max: 5_000n }),
  })

  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 30 }), async batch => {
      const outcomes = await inBooks(accounts, books => batch.map(({ who, what, amount }) => what(books, who, amount)))
      // A hold can be taken from once its batch has been written.
      for (const made of outcomes) if (made !== null && typeof made === 'object') open.get(made.accountId)?.push(made)
      await assertLedger()
    }),
    { numRuns: 40 },
  )
})
