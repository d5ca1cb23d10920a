// Pages of lines while money moves: none is skipped, none comes twice, and every sum is that of the lines.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Centavos, centavos } from '#kernel/money.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { openBooks } from '#ledger/books.ts'
import { KINDS, type Kind, type Posting } from '#ledger/ledger.ts'
import { changeOf, LINE_TYPES, type LineType } from '#statement/line.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'

interface ShownLine {
  id: string
  date: string
  type: LineType
  amount: number
  availableAmount: number
  blockedAmount: number
  balanceAfter: number
  availableAfter: number
  blockedAfter: number
  fee: number
}

describe('lines', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await openTestGateway()
  })
  after(() => gateway[Symbol.asyncDispose]())

  const page = async (seller: Seller, query: string) =>
    (await seller.api('GET', `/api/public/statement?${query}`)).body as { data: ShownLine[]; nextCursor: string | null }

  async function whole(seller: Seller, query: string): Promise<ShownLine[]> {
    const lines: ShownLine[] = []
    for (let cursor = ''; ; ) {
      const { data, nextCursor } = await page(seller, `${query}${cursor}`)
      lines.push(...data)
      if (nextCursor === null) return lines
      cursor = `&cursor=${nextCursor}`
    }
  }

  /** Books, in one commit each, and in the order of the moments given: they may run backwards, as clocks do. */
  async function book(
    { accountId }: Seller,
    postings: Omit<Posting, 'subject' | 'subjectId'>[],
    now: Date,
  ): Promise<void> {
    await gateway.db.transaction(async tx => {
      const books = await openBooks(tx, [accountId], now)
      for (const posting of postings) {
        const atPsp = ([...KINDS[posting.kind]] as string[]).includes('clearing')
        books.mustPost(accountId, {
          ...posting,
          subject: 'sale',
          subjectId: 1n,
          forced: true,
          ...(atPsp && { pspAccountId: 1 }),
        })
      }
      await books.write()
    })
  }

  const moment = new Date('2026-03-10T12:00:00Z')
  const at = (ms: number) => new Date(moment.getTime() + ms)
  const amount = (cents: number): Centavos => centavos(cents)

  /** Every kind there is, in an order in which the sides allow it. */
  async function everyKind(seller: Seller): Promise<void> {
    const opening = (kind: Kind) => ({ kind, amount: amount(700), opens: { reason: 'MANUAL' as const } })
    await book(seller, [{ kind: 'SALE', amount: amount(100_000) }], at(0))
    await book(seller, [{ kind: 'RECEIPT_KEPT', amount: amount(9_000) }], at(HOUR_MS))
    let seq = 2n
    const kinds = Object.keys(KINDS) as Kind[]
    const holding = kinds.filter(kind => KINDS[kind][1] === 'blocked')
    const resolving = kinds.filter(kind => KINDS[kind][0] === 'blocked')
    for (const [n, kind] of resolving.entries()) {
      await book(seller, [opening(holding[n % holding.length] as Kind)], at(Number(seq) * HOUR_MS))
      seq += 1n
      await book(seller, [{ kind, amount: amount(700), hold: { seq, resolves: true } }], at(Number(seq) * HOUR_MS))
      seq += 1n
    }
    const others = kinds.filter(kind => !holding.includes(kind) && !resolving.includes(kind))
    for (const kind of others) {
      await book(seller, [{ kind, amount: amount(30 + Number(seq)) }], at(Number(seq) * HOUR_MS))
      seq += 1n
    }
  }

  it('of every kind say what it does to the balance, and nothing else is a line', async () => {
    const seller = await gateway.seller()
    await everyKind(seller)
    const lines = await whole(seller, 'order=asc&limit=7')
    assert.deepEqual(new Set(lines.map(({ type }) => type)), new Set(LINE_TYPES))
    let [available, blocked] = [0, 0]
    for (const line of lines) {
      ;[available, blocked] = [available + line.availableAmount, blocked + line.blockedAmount]
      assert.equal(line.amount, line.availableAmount + line.blockedAmount)
      assert.deepEqual(
        [line.availableAfter, line.blockedAfter, line.balanceAfter],
        [available, blocked, available + blocked],
        line.type,
      )
    }
    const { body } = await seller.api('GET', '/api/public/balance')
    assert.deepEqual(body, { available, blocked, total: available + blocked })
    assert.deepEqual((await whole(seller, 'limit=3')).toReversed(), lines)
  })

  it('of any period add up to what it began and ended with', async () => {
    const seller = await gateway.seller()
    await everyKind(seller)
    // Clocks that are put back, and days on which several things happen at one moment.
    for (const hours of [80, 79, 79, 120, 60, 200])
      await book(seller, [{ kind: 'SALE', amount: amount(hours) }], at(hours * HOUR_MS))
    const ends = [-5, 3, 47, 79, 80, 150, 999].map(hours => at(hours * HOUR_MS).toISOString())
    const numbers: string[] = []
    for (const [n, end] of ends.entries()) {
      numbers.push(...(await periodAddsUp(seller, n === 0 ? '' : `from=${ends[n - 1]}&`, `to=${end}&`)))
      await periodAddsUp(seller, '', `to=${end}&`)
      await periodAddsUp(seller, `from=${end}&`, '')
    }
    const all = await whole(seller, 'order=asc&limit=100')
    assert.deepEqual(
      numbers,
      all.map(({ id }) => id),
    )
  })

  async function periodAddsUp(seller: Seller, from: string, to: string): Promise<string[]> {
    const lines = await whole(seller, `${from}${to}order=asc&limit=100`)
    const { body } = await seller.api('GET', `/api/public/statement/summary?${from}${to}`)
    const { opening, closing } = body
    const sum = (of: (line: ShownLine) => number) => lines.reduce((total, line) => total + of(line), 0)
    assert.equal(opening.total + sum(line => line.amount), closing.total)
    assert.equal(opening.available + sum(line => line.availableAmount), closing.available)
    assert.equal(opening.blocked + sum(line => line.blockedAmount), closing.blocked)
    const ups = sum(line => Math.max(line.amount, 0))
    assert.deepEqual(
      [body.credits, body.debits, body.fees],
      [ups, sum(line => line.amount) - ups, sum(({ fee }) => fee)],
    )
    if (lines.length > 0) assert.equal(closing.total, lines.at(-1)?.balanceAfter)
    return lines.map(({ id }) => id)
  }

  it('are all read, each once, while more are booked', async () => {
    const seller = await gateway.seller()
    await book(
      seller,
      Array.from({ length: 150 }, (_, n) => ({ kind: 'SALE' as const, amount: amount(n + 1) })),
      at(0),
    )
    let going = true
    const booking = (async () => {
      for (let n = 1; going && n < 400; n++)
        await book(
          seller,
          [
            { kind: 'SALE', amount: amount(n) },
            { kind: 'SALE_FEE', amount: amount(1) },
          ],
          at(n),
        )
    })()
    const newest = await whole(seller, 'limit=20')
    const oldest = await whole(seller, 'order=asc&limit=20')
    going = false
    await booking
    const numbers = (lines: ShownLine[]) => lines.map(({ id }) => Number(id))
    const first = Number(newest[0]?.id)
    assert.deepEqual(
      numbers(newest),
      Array.from({ length: first }, (_, n) => first - n),
    )
    assert.deepEqual(
      numbers(oldest),
      Array.from({ length: oldest.length }, (_, n) => n + 1),
    )
    assert.ok(oldest.length >= newest.length)
  })

  it('have changes that the kinds of the ledger say', () => {
    assert.deepEqual(changeOf('SALE', amount(5)), { available: 5n, blocked: 0n, total: 5n })
    assert.deepEqual(changeOf('REFUND_PAID', amount(5)), { available: 0n, blocked: -5n, total: -5n })
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const isOwn = KINDS[kind].some(side => side === 'available' || side === 'blocked')
      assert.equal(
        LINE_TYPES.some(type => type === kind),
        isOwn,
        kind,
      )
    }
  })
})
