// The chain of a wallet: every transfer carries the SHA-256 of the hash before it and of all that it says itself, so that
// an entry which is changed, removed, added or swapped by hand no longer fits. Pure, and one hash for each transfer. The
// database makes the same one (transfer_hash, src/doctor/ledger/link.ts); known answers hold the three together.
import { hash } from 'node:crypto'
import type { Transfer } from './ledger.ts'

/** Stands before the first transfer of every wallet. */
export const GENESIS = '0'.repeat(64)

/**
 * In hexadecimal, as `previous` is. `at` is when the batch is written, by `momentText`. Every field has its place, also
 * where it is absent, and no honest field holds the sign between them, so that one text means one transfer.
 */
export function linkOf(previous: string, transfer: Transfer, at: string): string {
  const { accountId, seq, kind, debit, credit, amount, availableAfter, blockedAfter, hold, opens } = transfer
  return hash(
    'sha256',
    `${previous}|${accountId}|${seq}|${kind}|${debit}|${credit}|${amount}|${availableAfter}|${blockedAfter}|${
      transfer.forced ?? false
    }|${hold?.seq ?? ''}|${hold?.resolves ?? false}|${transfer.pspAccountId ?? ''}|${transfer.subject}|${
      transfer.subjectId
    }|${at}|${opens?.reason ?? ''}|${opens?.releaseAt === undefined ? '' : momentText(opens.releaseAt)}`,
  )
}

const MS_OF_2000 = 946_684_800_000

/** As the database has it: 64 bits that count microseconds from the year 2000, in hexadecimal. */
export const momentText = (moment: Date): string =>
  BigInt.asUintN(64, BigInt(moment.getTime() - MS_OF_2000) * 1_000n)
    .toString(16)
    .padStart(16, '0')
