// ARCHITECTURE.md lists the files that an amount crosses on its way to the PSP, and those that read it meanwhile. A cashout is made, and
// what has run by then and names its amount must be what is listed: no more, and no less.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import test from 'node:test'
import { untilIdle } from '../books.ts'
import { openTestGateway, type Seller, type TestGateway } from '../gateway.ts'
import { call } from '../http.ts'
import { until } from '../until.ts'

const ROOT = new URL('../../', import.meta.url)
/** The amount, and what it lies in: a function that hands one of these on carries it, whether it looks inside or not. */
const NAMES = /\b(amount|net|gross|valor|centavos|postings?|cashouts?|requests|requested|accepted|outcomes)\b/
/** Elsewhere an amount is generic cargo, or another one. */
const ROOMS = /^src\/(cashout|psp\/adapters|ledger|kernel)\//
const MAX_WAY = 15

test('an amount crosses the files that ARCHITECTURE.md lists, at most fifteen, and no other', async () => {
  const { way, readers } = listed()
  assert.ok(way.length <= MAX_WAY, `${way.length} files`)
  await using gateway = await openTestGateway()
  const seller = await gateway.seller({ funds: 2_000_00 })
  // What is done once, such as opening the account at the PSP, is done before.
  await seller.reaches(await cashOut(seller), 'COMPLETED')
  await untilIdle(gateway)
  const ran = await filesRunBy(async () => {
    await keepUnanswered(gateway)
    await cashOut(seller)
    await until(() => isAtPsp(gateway), 'the request to be at the PSP')
  })
  assert.deepEqual(ran.toSorted(), [...way, ...readers].toSorted())
})

function listed(): { way: string[]; readers: string[] } {
  const text = readFileSync(new URL('ARCHITECTURE.md', ROOT), 'utf8')
  const section = text.split('### The way of an amount\n')[1]?.split('\n## ')[0] ?? ''
  const files = (lines: string[]) =>
    lines.flatMap(line => line.match(/`[\w/-]+\.ts`/)?.[0].slice(1, -1) ?? []).map(file => `src/${file}`)
  const rows = section.split('\n')
  return {
    way: files(rows.filter(row => row.startsWith('| `'))),
    readers: files(rows.filter(row => row.startsWith('- `'))),
  }
}

async function cashOut({ api }: Seller): Promise<string> {
  const body = { amount: 321.5, pixKey: 'maria@example.com', pixKeyType: 'EMAIL' }
  const answer = await api('POST', '/api/public/cashout', body, { 'idempotency-key': crypto.randomUUID() })
  assert.equal(answer.status, 201, answer.text)
  return `/api/public/cashout/${answer.body.uuid}`
}

/** What comes back is another way, which is not to begin. */
const keepUnanswered = ({ bankUrl }: TestGateway) =>
  call(bankUrl, 'POST', '/sandbox/faults', { body: { on: 'PUT /v3/gn/pix', fate: 'timeoutBefore', times: 1 } })

const isAtPsp = async ({ bankUrl }: TestGateway) => {
  const { body } = await call(bankUrl, 'GET', '/sandbox/faults')
  return body.data.every(({ times }: { times: number }) => times === 0)
}

/** Those of the rooms of which a function that names the amount was called meanwhile. */
async function filesRunBy(work: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    await session.post('Profiler.takePreciseCoverage')
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result.flatMap(({ url, functions }) => {
      const path = url.startsWith(ROOT.href) ? url.slice(ROOT.href.length) : ''
      if (!ROOMS.test(path)) return []
      const source = readFileSync(new URL(path, ROOT), 'utf8')
      const isCarrier = functions.some(
        ({ ranges: [whole] }) =>
          whole !== undefined && whole.count > 0 && NAMES.test(source.slice(whole.startOffset, whole.endOffset)),
      )
      return isCarrier ? [path] : []
    })
  } finally {
    await session.post('Profiler.stopPreciseCoverage')
    session.disconnect()
  }
}
