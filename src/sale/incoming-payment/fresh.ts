// Which of the reported payments are to be booked: those that are not booked yet, and those about which more is known than when they were.
import { pipelined } from '#db/pipeline.ts'
import type { Transaction } from '#db/postgres.ts'
import { isTestAccount } from '#kernel/account/test-account.ts'
import type { IncomingPix } from './incoming-payment.ts'
import { type Booked, findBooked, lockPix } from './store.ts'

/** A payment to be booked, and its earlier booking, where less was known then. */
export interface Incoming extends IncomingPix {
  earlier: Booked | null
}

/** Those that are not booked yet, each once, in order of arrival. No other transaction books them from here on. */
export async function freshAmong(tx: Transaction, incoming: IncomingPix[]): Promise<Incoming[]> {
  const [tests, live] = [incoming.filter(isOfTest), incoming.filter(one => !isOfTest(one))]
  const bookedAmong = async (some: IncomingPix[], isTest: boolean) =>
    some.length === 0 ? new Map<string, Booked>() : findBooked(tx, some.map(idOf), isTest)
  const { ofTests, ofLive } = await pipelined({
    locked: lockPix(tx, incoming.map(idOf)),
    ofTests: bookedAmong(tests, true),
    ofLive: bookedAmong(live, false),
  })
  const seen = new Set<string>()
  return incoming.flatMap(one => {
    const { endToEndId } = one.received
    const earlier = (isOfTest(one) ? ofTests : ofLive).get(endToEndId) ?? null
    const key = `${isOfTest(one)} ${endToEndId}`
    if (seen.has(key) || !isFresh(one, earlier)) return []
    seen.add(key)
    return [{ ...one, earlier }]
  })
}

const idOf = ({ received }: IncomingPix) => received.endToEndId
const isOfTest = ({ accountId }: IncomingPix) => isTestAccount(accountId)

/**
 * Not booked yet; or booked, with nothing decided about it, and more is known now: its txid, or that it certainly has none, or
 * that the PSP account of its sale reports it as well, or that its debit is paid after all.
 */
export function isFresh(
  { received, pspAccountId, unsure, isConcluded }: Omit<IncomingPix, 'accountId'>,
  booked: Booked | null,
): boolean {
  if (booked === null) return true
  if (booked.status !== 'UNACCEPTED') return false
  if (booked.txid === null && received.txid !== null) return true
  if (isConcluded === true && (booked.reason === 'DEBIT_ENDED' || booked.reason === 'UNKNOWN_SALE')) return true
  return booked.reason === 'UNCONFIRMED' ? unsure !== true : booked.awaitedPspAccountId === pspAccountId
}
