// When a day is over: everything that can be read of each seller's money, against what the reference expects; and the gateway's own books,
// the bank's, and the doctor's report about them.
import assert from 'node:assert/strict'
import { untruths } from '../books.ts'
import { until } from '../until.ts'
import type { Moved } from './book.ts'
import { compareAcquirer, expectedParts, readParts } from './methods/comparing.ts'
import { agrees, type Known, type World } from './world.ts'

export async function closeDay(world: World): Promise<void> {
  for (const of of world.sellers) await agrees(of)
  for (const of of world.sellers) {
    const { account, name } = of
    assert.deepEqual(await read(world, of), expected(world, of), `${name} on ${world.today()}`)
    of.closed = { fee: account.fee + account.borne, balance: account.balance }
    of.touched.clear()
    account.lines.clear()
  }
  await compareAcquirer(world)
  const trial = await world.olga.call('GET', '/api/admin/ledger')
  const fee = world.sellers.reduce((sum, { account }) => sum + account.fee, 0)
  assert.equal(trial.body.trialBalance.sides.fee, String(fee), 'the fees of the gateway')
  assert.equal(trial.body.trialBalance.sum, '0')
  // The bank may have done something a moment ago that the gateway has not read yet.
  let wrong: string[] = []
  const areTrue = async () => {
    wrong = await untruths(world.gateway)
    return wrong.length === 0 || null
  }
  await until(areTrue, 'the books', BOOKS_MS).catch(() => assert.deepEqual(wrong, []))
}

const NOTHING = { available: 0, blocked: 0, total: 0 }

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
const behind = ({ availableAfter: available, blockedAfter: blocked, balanceAfter: total }: any) => ({
  available,
  blocked,
  total,
})

type Line = { type: string; availableAmount: number; blockedAmount: number }

const linesOf = (types: Line[]): Record<string, Moved> =>
  Object.fromEntries(
    types
      .map(({ type, availableAmount, blockedAmount }): [string, Moved] => [
        type,
        { available: availableAmount, blocked: blockedAmount },
      ])
      .toSorted(),
  )

const BOOKS_MS = 4_000

async function read(world: World, of: Known) {
  const get = async (path: string) => (await of.seller.api('GET', path)).body
  const day = `from=${world.today()}&to=${world.today()}`
  const [balance, blocked, lines, summary, atEnd] = await Promise.all([
    get('/api/public/balance'),
    world.ana(of, 'GET', '/api/balance/blocked'),
    get('/api/public/statement?limit=1'),
    get(`/api/public/statement/summary?${day}`),
    get(`/api/public/statement/balance?at=${world.today()}`),
  ])
  const touched = await Promise.all([...of.touched.keys()].map(async path => reported(await get(path))))
  const [last] = lines.data
  return {
    balance,
    blocked: Object.fromEntries(
      blocked.body.data.map(({ reason, amount }: { reason: string; amount: number }) => [reason, amount]),
    ),
    lastLine: last === undefined ? NOTHING : behind(last),
    opening: summary.opening,
    closing: summary.closing,
    changed: summary.credits + summary.debits,
    fees: summary.fees,
    atEnd: { available: atEnd.available, blocked: atEnd.blocked, total: atEnd.total },
    lines: linesOf(summary.types),
    parts: await readParts(world, of),
    touched,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
const reported = ({ status, state, reserveAmount }: any) =>
  reserveAmount === undefined ? (status ?? state) : `${status} ${reserveAmount}`

function expected(world: World, of: Known): Awaited<ReturnType<typeof read>> {
  const { account, closed, touched } = of
  const { balance, lines } = account
  return {
    balance,
    blocked: Object.fromEntries(Object.entries(account.blocked).filter(([, amount]) => amount > 0)),
    lastLine: balance,
    opening: closed.balance,
    closing: balance,
    changed: balance.total - closed.balance.total,
    // What the operator bears is no line of the seller's.
    fees: account.fee + account.borne - closed.fee,
    atEnd: balance,
    lines: Object.fromEntries([...lines].toSorted()),
    parts: expectedParts(world, of),
    touched: [...touched.values()].map(say => say()),
  }
}
