import type { Transaction } from '#db/postgres.ts'
import { about } from '#kernel/alert-subject.ts'
import { accountOfPspId, mintUuid } from '#kernel/ids.ts'
import { ZERO } from '#kernel/money.ts'
import { guessPixKeyType, type PixKeyType } from '#kernel/pix/pix-key.ts'
import { openBooks } from '#ledger/books.ts'
import type { Payout } from '#psp/port.ts'
import type { Cashout } from '../cashout.ts'
import type { CashoutDeps } from '../deps.ts'
import { insertCashouts, mintCashoutIds } from '../store.ts'
import { insertAttempts } from '../submission/attempt-store.ts'
import { findOurs } from './compare-store.ts'

/** A payment under an id of ours, with the account that the id names, or the suspense account. */
export interface Orphan {
  accountId: number
  payout: Payout
}

/** Answers how many were restored. Two processes that find the same ones at the same moment restore each once. */
export async function restoreCashouts(deps: CashoutDeps, pspAccountId: number, orphans: Orphan[]): Promise<number> {
  const payments = orphans.filter(({ payout }) => payout.amount > 0n)
  if (payments.length === 0) return 0
  return deps.db.transaction(async tx => {
    const restored = await restore(tx, deps, pspAccountId, payments)
    for (const { accountId, id, uuid, payoutId, amount } of restored) {
      const ofAccount = accountOfPspId(payoutId)
      const code = ofAccount === accountId ? 'CASHOUT_RESTORED' : 'CASHOUT_OF_LOST_ACCOUNT'
      const amountCentavos = amount.toString()
      const params = { accountId, ofAccount, cashout: uuid, payoutId, pspAccountId, amountCentavos }
      await deps.alerts.raiseInTx(tx, code, params, about('cashout', { accountId, id }))
    }
    return restored.length
  })
}

async function restore(
  tx: Transaction,
  { clock, random }: Pick<CashoutDeps, 'clock' | 'random'>,
  pspAccountId: number,
  payments: Orphan[],
) {
  const now = clock()
  const books = await openBooks(
    tx,
    payments.map(({ accountId }) => accountId),
    now,
  )
  // Another process may have locked the same wallets first.
  const ours = await findOurs(tx, payments)
  const lost = payments.filter(({ payout }) => ours.get(payout.payoutId)?.known === false)
  if (lost.length === 0) return []
  const ids = await mintCashoutIds(tx, lost.length)
  const cashouts = lost.map(({ accountId, payout }, n) => {
    const id = ids[n] as bigint
    const of = { subject: 'withdrawal' as const, subjectId: id }
    const opens = { reason: 'WITHDRAWAL' as const }
    const held = books.mustPost(accountId, { kind: 'CASHOUT_HELD', amount: payout.amount, ...of, forced: true, opens })
    return remembered(accountId, payout, { id, uuid: mintUuid(random) }, held.seq, now)
  })
  await books.write()
  await insertCashouts(tx, cashouts, now)
  const attempts = cashouts.map(({ accountId, id, payoutId }) => ({ accountId, id, payoutId, pspAccountId }))
  await insertAttempts(tx, attempts, 'unknown', now)
  return cashouts
}

/** The versions of a cashout that was requested and submitted: its next event carries the third. */
const SENT_VERSION = 2

function remembered(accountId: number, payout: Payout, ids: Pick<Cashout, 'id' | 'uuid'>, holdSeq: bigint, now: Date) {
  const { payoutId, amount, pixKey } = payout
  return {
    ...BARE,
    accountId,
    ...ids,
    state: 'submitted' as const,
    version: SENT_VERSION,
    amount,
    net: amount,
    pixKey: pixKey ?? '',
    pixKeyType: typeOf(pixKey ?? ''),
    holdSeq,
    payoutId,
    restored: true,
    createdAt: now,
    updatedAt: now,
  } satisfies Cashout
}

/** Data that is lost. */
const BARE = {
  feeFixed: ZERO,
  feeVariable: ZERO,
  holderDocument: null,
  description: null,
  externalReference: null,
  postbackUrl: null,
  endToEndId: null,
  failure: null,
  waiting: false,
  returned: ZERO,
  returnedAt: null,
  processedAt: null,
} satisfies Partial<Cashout>

/** The type of a masked or unusual key can at best be guessed from its form. */
function typeOf(pixKey: string): PixKeyType {
  return guessPixKeyType(pixKey) ?? (pixKey.includes('@') ? 'EMAIL' : 'RANDOM')
}
