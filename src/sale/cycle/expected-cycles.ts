// Money for a txid that has no sale: it may be a debit of recurring PIX, whose sale is stored when its money comes. Where our books
// expect no money for the debit, the PSP is asked before anything is booked.
import pLimit from 'p-limit'
import type { Transaction } from '#db/postgres.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { SaleDeps } from '../deps.ts'
import type { IncomingPix } from '../incoming-payment/incoming-payment.ts'
import type { Sale } from '../sale.ts'
import { newCycleSale } from './cycle-sale.ts'

export interface ExpectedCycles {
  /** The sales of debits that wait for money, by account and txid. None of them is stored yet. */
  sales: Map<string, Sale>
  /** Whether the PSP is to be asked about the debit first. */
  isDoubtful(incoming: IncomingPix): boolean
  refusalOf(incoming: IncomingPix): 'DEBIT_ENDED' | null
}

const NONE: ExpectedCycles = { sales: new Map(), isDoubtful: () => false, refusalOf: () => null }

const keyText = (key: { accountId: number; txid: string }) => `${key.accountId}/${key.txid}`

/** Whether the account itself has made this txid. */
const isOwn = ({ accountId, received: { txid } }: IncomingPix): boolean =>
  txid !== null && accountOfPspId(txid) === accountId

/** `incoming`: those whose txid has no sale. Most often there is none, and nothing is read. */
export async function lockExpectedCycles(
  tx: Transaction,
  deps: SaleDeps,
  incoming: IncomingPix[],
  now: Date,
): Promise<ExpectedCycles> {
  const own = incoming.filter(isOwn)
  if (own.length === 0) return NONE
  const concluded = new Set(own.filter(({ isConcluded }) => isConcluded).map(one => keyText(keyOf(one))))
  const debits = await deps.debits.lock(tx, own.map(keyOf))
  const sales = new Map<string, Sale>()
  const known = new Set<string>()
  for (const { key, order, hasEnded } of debits) {
    known.add(keyText(key))
    if (order !== null && (!hasEnded || concluded.has(keyText(key))))
      sales.set(keyText(key), await newCycleSale(tx, order, deps.random, now))
  }
  const isUnexpected = (one: IncomingPix) => incoming.includes(one) && isOwn(one) && !sales.has(keyText(keyOf(one)))
  return {
    sales,
    isDoubtful: one => one.isConcluded === undefined && isUnexpected(one),
    refusalOf: one => (isUnexpected(one) && known.has(keyText(keyOf(one))) ? 'DEBIT_ENDED' : null),
  }
}

const keyOf = ({ accountId, received }: IncomingPix) => ({ accountId, txid: received.txid ?? '' })

/** The sale of a cycle that is not stored. */
export const isNewCycle = ({ chargeKind, status }: Sale): boolean =>
  chargeKind === 'cobr' && status === 'EM_PROCESSAMENTO'

const MAX_CALLS = 8

/** The same, each with what the PSP says of its debit. */
export function askAboutDebits({ debits }: SaleDeps, doubtful: IncomingPix[]): Promise<IncomingPix[]> {
  const calls = pLimit(MAX_CALLS)
  return Promise.all(
    doubtful.map(one =>
      calls(async () => ({ ...one, isConcluded: await debits.isConcluded(one.pspAccountId, keyOf(one)) })),
    ),
  )
}
