// Money that names no charge of ours is compared with the sales that wait for a transfer, before anything is locked: what is certain finds
// its sale, which decides under its lock, and what is not certain is left to a person.
import type { Transaction } from '#db/postgres.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { IncomingPix, TransferMatch } from '../incoming-payment/incoming-payment.ts'
import { recognise } from './recognise.ts'
import { type AwaitedSale, findAwaited, type TransferAt, takesTransfers } from './store.ts'

/** The same; those that a transfer explains with what it is for, in the account of its sale. */
export async function recogniseTransfers<T extends IncomingPix>(tx: Transaction, incoming: T[]): Promise<T[]> {
  const open = incoming.filter(mayBeTransfer)
  if (open.length === 0) return incoming
  const taking = await takesTransfers(tx, [...new Set(open.map(({ pspAccountId }) => pspAccountId))])
  const compared = open.filter(({ pspAccountId }) => taking.has(pspAccountId))
  if (compared.length === 0) return incoming
  const transfers = compared.map(transferOf)
  const awaited = await findAwaited(tx, transfers)
  const explained = new Map<T, T>()
  for (const [n, one] of compared.entries()) {
    const transfer = matchOf(transfers[n] as TransferAt, awaited[n] ?? [])
    if (transfer !== null)
      explained.set(one, { ...one, accountId: transfer.sale?.accountId ?? one.accountId, transfer })
  }
  return incoming.map(one => explained.get(one) ?? one)
}

const transferOf = ({ pspAccountId, received: { amount, payer, message = null } }: IncomingPix): TransferAt => ({
  pspAccountId,
  amount,
  document: payer.document,
  message,
})

/** Not where it names a charge of ours, nor where it is not known yet whether it does. */
const mayBeTransfer = ({ received: { txid }, unsure }: IncomingPix) =>
  unsure !== true && (txid === null || accountOfPspId(txid) === null)

function matchOf(transfer: TransferAt, awaited: AwaitedSale[]): TransferMatch | null {
  const recognised = recognise(transfer, awaited)
  if (recognised.rank === 4) return null
  if (recognised.rank === 3) return { sale: null, others: [] }
  const { accountId, txid } = recognised.sale
  return { sale: { accountId, txid }, others: recognised.rank === 1 ? recognised.others.map(({ uuid }) => uuid) : [] }
}
