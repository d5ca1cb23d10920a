// Forgets who customers were once their time is over: once an hour, in pages, each a transaction of its own. Of what waits (a dispute that is
// open, a boleto that was paid late) the walk goes on a year later at the latest; what an authority has asked for
// is left out, and looked at again once a request is closed.
import { startHousekeeping } from '#db/queue/housekeeping.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { PrivacyDeps } from '../feature.ts'
import { SEARCHES, WALKS, type Walk } from './retentions-store.ts'
import { findAccounts, forgetEnded, isAmong, lockMark, type Mark, readPage, setMark, type WalkedRow } from './store.ts'
import { daysBefore } from './terms.ts'

const EVERY_MS = HOUR_MS
const PAGE = 500
const ACCOUNTS = 20
/** No boleto is paid that long after its sale, and no dispute is open for so long. */
const MAX_WAIT_DAYS = 366

export function startRetention(deps: Pick<PrivacyDeps, 'db' | 'clock' | 'log' | 'terms' | 'askedFor'>): {
  stop(): Promise<void>
} {
  return startHousekeeping({ name: 'retention', everyMs: EVERY_MS, log: deps.log, round: () => forgetSome(deps) })
}

/** A page of each retention. Answers whether there may be more. */
export async function forgetSome(
  deps: Pick<PrivacyDeps, 'db' | 'clock' | 'log' | 'terms' | 'askedFor'>,
): Promise<boolean> {
  const { db, clock, terms, log, askedFor } = deps
  const now = clock()
  let more = false
  for (const walk of WALKS) {
    const before = walk.before(terms, now)
    const asked = await askedFor(db, walk.table)
    for (const accountId of await findAccounts(db, walk, { before, asked, limit: ACCOUNTS }))
      if (await goOn(deps, walk, { accountId, before, now })) more = true
  }
  for (const search of SEARCHES) {
    const count = await forgetEnded(db, search, { before: search.before(terms, now), askedFor, limit: PAGE })
    if (count > 0) log.info({ retention: search.name, count }, 'past data of customers was forgotten')
    if (count === PAGE) more = true
  }
  return more
}

/** The next page of an account. Answers whether the walk came any further. */
const goOn = (
  { db, log, askedFor }: Pick<PrivacyDeps, 'db' | 'log' | 'askedFor'>,
  walk: Walk,
  { accountId, before, now }: { accountId: number; before: Date; now: Date },
): Promise<boolean> =>
  db.transaction(async tx => {
    const { name, table, forget } = walk
    const asked = await askedFor(tx, table)
    const mark = await lockMark(tx, { accountId, name, asked, now })
    if (mark === null) return false
    const after = mark.lastId
    const rows = await readPage(tx, walk, { accountId, after, before, asked, limit: PAGE })
    const ripe = rows.filter(({ isRipe, isAsked }) => isRipe && !isAsked).map(({ id }) => id)
    const count = ripe.length === 0 ? 0 : await forget(tx, isAmong(table, accountId, ripe))
    if (count > 0) log.info({ retention: name, accountId, count }, 'past data of customers was forgotten')
    const lastId = walkedUpTo(rows, daysBefore(before, MAX_WAIT_DAYS)) ?? after
    const left = leftOut(mark, rows, { lastId, requests: asked.requests })
    await setMark(tx, { accountId, name, now, lastId, ...left })
    return lastId > after
  })

/** Of what was passed, from where on it was left out, and for whom. */
function leftOut(
  { leftFrom, leftFor }: Mark,
  rows: readonly WalkedRow[],
  { lastId, requests }: { lastId: bigint; requests: readonly bigint[] },
): Pick<Mark, 'leftFrom' | 'leftFor'> {
  const first = rows.find(({ id, isRipe, isAsked }) => isRipe && isAsked && id <= lastId)
  if (first === undefined) return { leftFrom, leftFor }
  return { leftFrom: leftFrom ?? first.id, leftFor: [...new Set([...(leftFor ?? []), ...requests])] }
}

/** The last row before the first that waits; what has waited for too long is passed. Null: the first one waits. */
export function walkedUpTo(rows: readonly WalkedRow[], tooOld: Date): bigint | null {
  const first = rows.findIndex(({ waits, createdAt }) => waits && createdAt >= tooOld)
  return (first < 0 ? rows.at(-1) : rows[first - 1])?.id ?? null
}
