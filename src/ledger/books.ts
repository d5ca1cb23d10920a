// The books of a batch: the wallets of all its accounts, locked in order of id, turned in memory in arrival order, chained and
// written in one statement. A verb that moves money opens books, posts, and writes them in the same transaction. The shortfall of
// open claims is held out of what has come in before anything is written.
import { pipelined } from '#db/pipeline.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { topUp } from './balance-claims.ts'
import { linkOf, momentText } from './chain.ts'
import { type Posting, post, type Transfer, type Wallet } from './ledger.ts'
import { type Linked, lockWallets, writeLack, writeTransfers } from './store.ts'

export interface Books {
  /** What the account may take out at this point of the batch; below zero while it owes, or while claims lack something. */
  available(accountId: number): Centavos
  /** What is available of it, also where claims lack. */
  balance(accountId: number): Centavos
  /** Posts within the account's wallet. Answers 'INSUFFICIENT_BALANCE' and changes nothing where the money is not there. */
  post(accountId: number, posting: Posting): Transfer | 'INSUFFICIENT_BALANCE'
  /** For postings that cannot be refused: forced ones, credits, and what leaves a hold. */
  mustPost(accountId: number, posting: Posting): Transfer
  /** For balance-claims.ts alone: the account's open claims lack so much more, or less. */
  lack(accountId: number, more: bigint): void
  /** Writes everything posted so far. Call it once, before the rows that name its holds. */
  write(): Promise<void>
}

export async function openBooks(tx: Transaction, accountIds: number[], now: Date): Promise<Books> {
  const { wallets } = await lockWallets(tx, accountIds, now)
  return booksOf(tx, wallets, now)
}

/**
 * Opens the books and reads, in one round trip, what is to be known under their locks. Where wallets had to be made first, the
 * statements behind the lock may have read before it was held: they read again.
 */
export async function openBooksAndRead<Read>(
  tx: Transaction,
  accountIds: number[],
  now: Date,
  readBehind: () => Promise<Read>,
): Promise<{ books: Books; read: Read }> {
  const { locked, early } = await pipelined({ locked: lockWallets(tx, accountIds, now), early: readBehind() })
  return { books: booksOf(tx, locked.wallets, now), read: locked.late ? await readBehind() : early }
}

function booksOf(tx: Transaction, locked: Wallet[], now: Date): Books {
  const wallets = new Map(locked.map(wallet => [wallet.accountId, wallet]))
  const transfers: Transfer[] = []
  const relacking = new Set<Wallet>()

  const postIn = (accountId: number, posting: Posting) => {
    const transfer = post(walletOf(wallets, accountId), posting)
    if (transfer !== 'INSUFFICIENT_BALANCE') transfers.push(transfer)
    return transfer
  }

  const books: Books = {
    available(accountId) {
      const { balance, shortfall } = walletOf(wallets, accountId)
      return (balance.available - shortfall) as Centavos
    },
    balance: accountId => walletOf(wallets, accountId).balance.available,
    post: postIn,
    mustPost(accountId, posting) {
      const transfer = postIn(accountId, posting)
      if (transfer === 'INSUFFICIENT_BALANCE') throw new Error(`${posting.kind} must not be refused`)
      return transfer
    },
    lack(accountId, more) {
      const wallet = walletOf(wallets, accountId)
      wallet.shortfall = (wallet.shortfall + more) as Centavos
      relacking.add(wallet)
    },
    async write() {
      const short = [...wallets.values()].filter(({ shortfall, balance }) => shortfall > 0n && balance.available > 0n)
      // Where nothing lacks, the statement goes out before those that are sent beside it and name its holds.
      if (short.length > 0)
        await topUp(
          tx,
          books,
          short.map(({ accountId }) => accountId),
          now,
        )
      const linked = chained(wallets, transfers, now)
      await writeTransfers(tx, linked, [...wallets.values()], now)
      for (const { accountId } of transfers) relacking.delete(walletOf(wallets, accountId))
      if (relacking.size > 0) await writeLack(tx, [...relacking])
    },
  }
  return books
}

/** Gives each transfer its hash, in the order in which they were posted, and moves the heads of their wallets. */
function chained(wallets: Map<number, Wallet>, transfers: Transfer[], now: Date): Linked[] {
  const at = momentText(now)
  return transfers.map(transfer => {
    const wallet = walletOf(wallets, transfer.accountId)
    wallet.head = linkOf(wallet.head, transfer, at)
    return { transfer, hash: wallet.head }
  })
}

function walletOf(wallets: Map<number, Wallet>, accountId: number): Wallet {
  const wallet = wallets.get(accountId)
  if (wallet === undefined) throw new Error(`the wallet of account ${accountId} is not locked by these books`)
  return wallet
}
