// PSPs need not list the debits of recurring PIX among what was received. Where they do not, what they say of each of our debits of that
// day takes the place of the list.
import pLimit from 'p-limit'
import type { Database } from '#db/postgres.ts'
import type { Psp } from '#psp/port.ts'
import { apart, compareReceived, withCorrections } from './compare.ts'
import { doneOf, MAX_CALLS, type Read } from './listed.ts'
import { findDebitsOfDay } from './ours-store.ts'
import { findSeen, type Run } from './store.ts'

const PAGE_DEBITS = 200

export const listsNoDebits = ({ recurrences }: Psp): boolean => recurrences?.capabilities.debitsInReceivedList === false

export async function readDebits(db: Database, psp: Psp, run: Run): Promise<Read> {
  const txids = await findDebitsOfDay(db, run, run.page, PAGE_DEBITS)
  const calls = pLimit(MAX_CALLS)
  const reports = await Promise.all(txids.map(txid => calls(async () => findDebit(psp, txid))))
  const payments = reports.flatMap(report => report?.payments.map(one => ({ ...one, txid: report.txid })) ?? [])
  const ids = payments.map(({ endToEndId }) => endToEndId)
  // Some PSPs list them after all.
  const listed = await findSeen(db, run, 'received', ids)
  const unlisted = payments.filter(({ endToEndId }) => !listed.has(endToEndId))
  const entries = apart(await compareReceived(db, unlisted))
  const more = txids.length === PAGE_DEBITS
  return { entries: await withCorrections(db, run.pspAccountId, entries), unread: [], more }
}

const findDebit = async ({ recurrences }: Psp, txid: string) =>
  recurrences === undefined ? null : doneOf(await recurrences.findDebit(txid))
