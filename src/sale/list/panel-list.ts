// Lists of sales for people: the way to find them, page by page. A page looks at a bounded part of the sales, however rarely
// they match, and its cursor names where the next one begins.
import type { Totals } from '#db/counted.ts'
import type { Database } from '#db/postgres.ts'
import type { Period } from '#http/request/period.ts'
import type { PaymentMethod, SaleStatus } from '../sale.ts'
import {
  countDocument,
  endOfPart,
  type Few,
  findExactly,
  isRare,
  type Named,
  readFew,
  type State,
  type Stretch,
  totalFew,
  totalWalked,
  walkSales,
} from './panel-list-store.ts'
import { type Search, searchFor } from './search.ts'

export interface SaleQuestion extends Period {
  accountId: number
  method: PaymentMethod | null
  status: SaleStatus | null
  /** true: only expired ones. false: all others. null: either. */
  expired: boolean | null
  q: string | null
  idRec: string | null
  contrato: string | null
}

/** How they are found. What is named exactly is looked up, and its words are looked for nowhere else. */
export interface Way extends SaleQuestion {
  few: Few | null
  search: Search | null
  /** What is named so, where too many are to be put in order: they are walked to like words. */
  named: Named | null
}

/** 20,000 sales each, which take up to 50 ms. */
const MAX_PARTS = 3

export async function wayTo(db: Database, question: SaleQuestion): Promise<Way> {
  const { accountId, q } = question
  const search = q === null ? null : searchFor(q)
  if (search !== null) {
    const ids = await findExactly(db, accountId, search)
    const count = search.document === null ? 'none' : await countDocument(db, accountId, search.document)
    const named = { ids, document: count === 'none' ? null : search.document }
    if (count === 'many') return { ...question, few: null, search: null, named }
    if (ids.length > 0 || count === 'few') return { ...question, few: named, search: null, named: null }
  }
  return { ...question, few: search === null ? await fewOf(db, question) : null, search, named: null }
}

async function fewOf(db: Database, { accountId, status, idRec, contrato }: SaleQuestion): Promise<Few | null> {
  // A recurrence has few sales, whatever else there is.
  if (idRec !== null || contrato !== null) return { idRec, contrato }
  return status !== null && (await isRare(db, accountId, status)) ? { status } : null
}

export interface FoundSales {
  ids: bigint[]
  /** The sale behind which the next page begins; null: there is no more. */
  next: bigint | null
}

/** Up to `most`. Fewer, also none, do not mean that there are no more. */
export async function readIds(db: Database, way: Way, behind: bigint | null, max: number): Promise<FoundSales> {
  const { accountId, method, from, to, few } = way
  const stretch = { accountId, method, from, to, behind }
  return few === null
    ? walk(db, way, stretch, max)
    : cutAt(await readFew(db, stretch, few, stateBeside(few, way), max + 1), max, null)
}

/** How many there are on all pages, and how much they come to. */
export function totalsOf(db: Database, way: Way): Promise<Totals> {
  const { accountId, method, from, to, few } = way
  const stretch = { accountId, method, from, to, behind: null }
  return few === null ? totalWalked(db, stretch, way) : totalFew(db, stretch, few, stateBeside(few, way))
}

/** What they are found by need not be asked for again. */
const stateBeside = (few: Few, way: Way): State =>
  'status' in few ? { ...way, status: null } : 'contrato' in few ? { ...way, idRec: null, contrato: null } : way

async function walk(db: Database, way: Way, stretch: Stretch, max: number): Promise<FoundSales> {
  const found: bigint[] = []
  let part = stretch
  for (let parts = 1; ; parts++) {
    found.push(...(await walkSales(db, part, way, max + 1 - found.length)))
    if (found.length > max) return cutAt(found, max, null)
    const end = await endOfPart(db, part)
    if (end === null || parts === MAX_PARTS) return { ids: found, next: end }
    part = { ...part, behind: end }
  }
}

/** One more than wanted was looked for, so that a last page is known to be the last. */
function cutAt(ids: bigint[], max: number, next: bigint | null): FoundSales {
  const shown = ids.slice(0, max)
  return { ids: shown, next: ids.length > max ? (shown.at(-1) ?? null) : next }
}
