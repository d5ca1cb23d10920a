// The books of a batch: the wallets of all its accounts, locked in order of id, turned in memory in arrival order, chained
// and written in one statement. Whoever moves money opens books, posts, and writes them in the same transaction.
import type { Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import { linkOf, momentText } from './chain.ts'
import { type Posting, post, type Transfer, type Wallet } from './ledger.ts'
import { type Linked, lockWallets, writeTransfers } from './store.ts'

export interface Books {
  /** What the account may take out at this point of the batch; below zero while it owes. */
  available(accountId: number): Centavos
  /** Posts within the account's wallet. Answers 'INSUFFICIENT_BALANCE' and changes nothing where the money is not there. */
  post(accountId: number, posting: Posting): Transfer | 'INSUFFICIENT_BALANCE'
  /** For postings that cannot be refused: forced ones, credits, and what leaves a hold. */
  mustPost(accountId: number, posting: Posting): Transfer
  /** Writes everything posted so far. Call it once, before the rows that name its holds. */
  write(): Promise<void>
}

export async function openBooks(tx: Transaction, accountIds: number[], now: Date): Promise<Books> {
  const wallets = new Map((await lockWallets(tx, accountIds, now)).map(wallet => [wallet.accountId, wallet]))
  const transfers: Transfer[] = []

  const postIn = (accountId: number, posting: Posting) => {
    const transfer = post(walletOf(wallets, accountId), posting)
    if (transfer !== 'INSUFFICIENT_BALANCE') transfers.push(transfer)
    return transfer
  }

  return {
    available: accountId => walletOf(wallets, accountId).balance.available,
    post: postIn,
    mustPost(accountId, posting) {
      const transfer = postIn(accountId, posting)
      if (transfer === 'INSUFFICIENT_BALANCE') throw new Error(`${posting.kind} must not be refused`)
      return transfer
    },
    write: () => writeTransfers(tx, chained(wallets, transfers, now), [...wallets.values()], now),
  }
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
