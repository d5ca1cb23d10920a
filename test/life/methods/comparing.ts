// What is to come of sales by boleto and card, as the shop reads it; what the acquirer has in its own books; and what should lie at the bank.
import assert from 'node:assert/strict'
import { OPENING_BALANCE } from '../../../sandbox/customer.ts'
import { call } from '../../http.ts'
import { until } from '../../until.ts'
import type { Known, SoldSale, World } from '../world.ts'
import { dayAfter } from './calendar.ts'
import { type Part, statusOf } from './parts.ts'

/** Parts whose day was so long ago are settled for good. */
const LOOKS_BACK_DAYS = 10

export async function readParts(world: World, { seller }: Known): Promise<string[]> {
  const read: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`
    const path = `/api/receivables?limit=100&from=${dayAfter(world.today(), -LOOKS_BACK_DAYS)}${more}`
    const { body } = await seller.api('GET', path)
    read.push(...body.data.map(partText))
    cursor = body.nextCursor
  }
  return read.toSorted()
}

interface ShownPart {
  saleUuid: string
  expectedOn: string
  part: number
  parts: number
  amount: number
  originalAmount: number
  grossAmount: number
  held: number
  status: string
}

const partText = (shown: ShownPart): string => {
  const { saleUuid, part, parts, expectedOn, amount, originalAmount, grossAmount, held, status } = shown
  return `${saleUuid} ${part}/${parts} on ${expectedOn}: ${amount} of ${originalAmount}, ${grossAmount} sold, ${held} held, ${status}`
}

export function expectedParts(world: World, { account, sales }: Known): string[] {
  const from = dayAfter(world.today(), -LOOKS_BACK_DAYS)
  const all = account.sales.flatMap(sale => {
    const saleUuid = sales.get(sale)?.uuid ?? ''
    return sale.parts.filter(({ releaseOn }) => releaseOn >= from).map(part => partText(shownPart(saleUuid, part)))
  })
  return all.toSorted()
}

const shownPart = (saleUuid: string, of: Part): ShownPart => ({
  saleUuid,
  expectedOn: of.releaseOn,
  part: of.part,
  parts: of.parts,
  amount: of.amount - of.taken,
  originalAmount: of.amount,
  grossAmount: of.gross,
  held: of.held,
  status: statusOf(of),
})

export async function compareAcquirer(world: World): Promise<void> {
  await until(async () => sameCharges(await chargesAtBank(world), expectedCharges(world)), 'the acquirer', 5_000).catch(
    async () => assert.deepEqual(await chargesAtBank(world), expectedCharges(world), 'the books of the acquirer'),
  )
  const owed = world.sellers.reduce((sum, { account }) => sum + account.owed, 0)
  const look = async () => (await world.olga.call('POST', '/api/admin/coverage', { pspAccountId: 1 })).body
  const coverage = await look()
  assert.equal(coverage.owed, owed, 'what acquirers owe')
  assert.equal(
    coverage.balance - Number(OPENING_BALANCE) - coverage.expected,
    world.beyondBooks,
    `what lies at the bank beside what should: ${JSON.stringify(coverage)}`,
  )
}

const sameCharges = (one: Record<string, string>, other: Record<string, string>) =>
  JSON.stringify(one) === JSON.stringify(other) || null

function expectedCharges({ sellers }: World): Record<string, string> {
  const all = sellers.flatMap(({ sales }) =>
    [...sales.values()].flatMap(({ chargeId, acquirer }): [string, string][] =>
      chargeId === null || acquirer.credited + acquirer.toCome === 0 ? [] : [[chargeId, chargeText(acquirer)]],
    ),
  )
  return inOrder(all)
}

async function chargesAtBank({ gateway }: World): Promise<Record<string, string>> {
  const { body } = await call(gateway.bankUrl, 'GET', '/sandbox/charges?limit=10000')
  assert.equal(body.nextCursor, null)
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  const all = body.data.flatMap(({ chargeId, payments, card }: any): [string, string][] => {
    const entries = [...payments, ...(card?.credits ?? [])]
    const [credited, toCome] = [sumOf(entries, 'credited'), sumOf(card?.credits ?? [], 'expected')]
    const refunded = centsOf(card?.refunds ?? [])
    return credited + toCome === 0 ? [] : [[String(chargeId), chargeText({ credited, toCome, refunded })]]
  })
  return inOrder(all)
}

const inOrder = (all: [string, string][]) => Object.fromEntries(all.toSorted(([a], [b]) => Number(a) - Number(b)))

const sumOf = (entries: { amount: string; status: string }[], status: string): number =>
  centsOf(entries.filter(one => one.status === status))

const centsOf = (entries: { amount: string }[]): number =>
  entries.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)

const chargeText = ({ credited, toCome, refunded }: SoldSale['acquirer']) =>
  `${credited} paid, ${toCome} to come, ${refunded} back`
