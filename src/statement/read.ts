// Reads lines in pages, and what the account had at any moment. A page looks at a bounded part of the transfers, however
// rarely its filters match, and says where the next one begins.
import type { Database, Queryable } from '#db/postgres.ts'
import type { Period } from '#http/request/period.ts'
import type { Centavos } from '#kernel/money.ts'
import type { Subject } from '#ledger/ledger.ts'
import {
  type Amounts,
  amountsOf,
  changeOf,
  feeIn,
  LINE_TYPES,
  type Line,
  type LineType,
  referenceTypeOf,
} from './line.ts'
import {
  balanceBehind,
  findByUuid,
  findEnds,
  findNames,
  type LineFilter,
  type LineRow,
  type Named,
  type NameRow,
  type Order,
  readAbout,
  readStretch,
  type Stretch,
  sumsOf,
} from './store.ts'

/** Transfers that one statement looks at, 8 ms of them; and how many such statements a page takes. */
const LOOKED_AT = 50_000n
const MAX_LOOKS = 4

export interface LineQuestion {
  accountId: number
  stretch: Stretch
  order: Order
  filter: LineFilter
  /** Only what is about these; null: everything. */
  about: Named[] | null
}

export interface LinePage {
  lines: Line[]
  /** What is still to be read; null at the end. */
  rest: Stretch | null
}

/** Up to `most` lines. Fewer, also none, do not mean that there are no more. */
export async function readLines(db: Database, question: LineQuestion, max: number): Promise<LinePage> {
  const { accountId, about } = question
  const { rows, rest } = about === null ? await look(db, question, max) : await lookAbout(db, question, about, max)
  return { lines: await named(db, accountId, rows), rest }
}

interface Looked {
  rows: LineRow[]
  rest: Stretch | null
}

async function look(db: Database, question: LineQuestion, max: number): Promise<Looked> {
  const { accountId, order, filter, stretch } = question
  const rows: LineRow[] = []
  let rest: Stretch | null = stretch
  for (let looks = 0; looks < MAX_LOOKS && rest !== null && rows.length <= max; looks++) {
    const [part, next]: Cut = firstPart(rest, order)
    rows.push(...(await readStretch(db, accountId, part, filter, { order, rows: max + 1 - rows.length })))
    rest = next
  }
  return cutAt(question, rows, max, rest)
}

async function lookAbout(db: Database, question: LineQuestion, about: Named[], max: number): Promise<Looked> {
  const { accountId, stretch, order, filter } = question
  const rows = await readAbout(db, accountId, about, stretch, filter, { order, rows: max + 1 })
  return cutAt(question, rows, max, null)
}

/** One line more than wanted was looked for, so that a last page is known to be the last. */
function cutAt({ stretch, order }: LineQuestion, rows: LineRow[], max: number, rest: Stretch | null): Looked {
  if (rows.length <= max) return { rows, rest }
  const shown = rows.slice(0, max)
  const last = shown.at(-1)?.id ?? stretch.after
  return {
    rows: shown,
    rest: order === 'asc' ? { after: last, upTo: stretch.upTo } : { after: stretch.after, upTo: last - 1n },
  }
}

type Cut = [part: Stretch, rest: Stretch | null]

function firstPart({ after, upTo }: Stretch, order: Order): Cut {
  if (upTo - after <= LOOKED_AT) return [{ after, upTo }, null]
  const middle = order === 'asc' ? after + LOOKED_AT : upTo - LOOKED_AT
  const [low, high] = [
    { after, upTo: middle },
    { after: middle, upTo },
  ]
  return order === 'asc' ? [low, high] : [high, low]
}

async function named(db: Database, accountId: number, rows: LineRow[]): Promise<Line[]> {
  const subjects = rows.map(({ subject, subjectId }) => ({ subject, id: subjectId }))
  const names = new Map((await findNames(db, accountId, subjects)).map(name => [keyOf(name), name]))
  return rows.map(({ id, at, type, size, available, blocked, subject, subjectId }) => {
    const name = names.get(keyOf({ subject, id: subjectId }))
    return {
      seq: id,
      at,
      type,
      change: changeOf(type, size),
      after: amountsOf(available, blocked),
      fee: feeIn(type, size),
      reference: {
        type: referenceTypeOf(subject),
        id: subjectId,
        uuid: name?.uuid ?? null,
        externalReference: name?.externalReference ?? null,
        saleUuid: name?.saleUuid ?? null,
        endToEndId: name?.endToEndId ?? null,
        ...recurringOf(name),
      },
    }
  })
}

const recurringOf = (name: NameRow | undefined) => ({
  ...(name !== undefined && name.idRec !== null && { idRec: name.idRec }),
  ...(name !== undefined && name.contrato !== null && { contrato: name.contrato }),
})

const keyOf = ({ subject, id }: Named) => `${subject}/${id}`

/** The transfers of a period as they are numbered, as far as the wallet reaches now. */
export async function stretchOf(db: Queryable, accountId: number, { from, to }: Period): Promise<Stretch> {
  const moments = [from, to].filter(moment => moment !== null)
  const { last, before } = await findEnds(db, accountId, moments)
  const [after = 0n] = from === null ? [] : before
  const upTo = to === null ? last : (before.at(-1) ?? last)
  return { after, upTo }
}

/** What a caller names by a uuid or a number, with or without saying what it is. */
export async function namedBy(
  db: Database,
  accountId: number,
  id: { uuid: string } | { number: bigint },
  subjects: readonly Subject[],
): Promise<Named[]> {
  if ('number' in id) return subjects.map(subject => ({ subject, id: id.number }))
  return (await findByUuid(db, accountId, id.uuid)).filter(({ subject }) => subjects.includes(subject))
}

/** What the account had before this moment. */
export async function balanceBefore(db: Database, accountId: number, moment: Date): Promise<Amounts> {
  const { before } = await findEnds(db, accountId, [moment])
  return balanceBehind(db, accountId, before[0] ?? 0n)
}

export interface TypeSum {
  type: LineType
  count: number
  change: Amounts
  fee: Centavos
}

export interface Summary {
  /** The transfers that it is of. */
  stretch: Stretch
  opening: Amounts
  closing: Amounts
  sums: TypeSum[]
}

/** Of one stretch: what is booked meanwhile lies behind it. */
export async function summarize(db: Database, accountId: number, period: Period): Promise<Summary> {
  const stretch = await stretchOf(db, accountId, period)
  const [opening, closing, sums] = await Promise.all([
    balanceBehind(db, accountId, stretch.after),
    balanceBehind(db, accountId, stretch.upTo),
    sumsOf(db, accountId, stretch, LINE_TYPES),
  ])
  return {
    stretch,
    opening,
    closing,
    sums: sums.map(({ type, count, size }) => ({ type, count, change: changeOf(type, size), fee: feeIn(type, size) })),
  }
}
