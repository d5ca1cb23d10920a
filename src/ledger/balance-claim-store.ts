// The SQL of balance claims and of their holds. The caller has locked the wallet, which is the lock of its claims.
import sql from 'sql-template-tag'
import { columnsOf } from '#db/columns.ts'
import type { Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { BalanceClaim, ClaimKey } from './balance-claims.ts'

const COLUMNS = columnsOf<BalanceClaim>({
  accountId: 'account_id',
  subject: 'subject',
  subjectId: 'subject_id',
  reason: 'reason',
  target: 'wanted_centavos',
  held: 'held_centavos',
})

export const insertClaim = (tx: Transaction, claim: BalanceClaim, now: Date) =>
  tx.query(sql`
    insert into claim (account_id, subject, subject_id, reason, wanted_centavos, held_centavos, created_at, updated_at)
    values (${claim.accountId}, ${claim.subject}, ${claim.subjectId}, ${claim.reason}, ${claim.target}, ${claim.held},
      ${now}, ${now})`)

/** null where there is no such claim, or it is closed. */
export async function findOpenClaim(tx: Transaction, key: ClaimKey): Promise<BalanceClaim | null> {
  const [row] = await tx.query<BalanceClaim>(sql`
    select ${COLUMNS} from claim
    where account_id = ${key.accountId} and subject = ${key.subject} and subject_id = ${key.subjectId} and closed_at is null`)
  return row ?? null
}

/** Of these accounts, the oldest first. */
export async function findUncoveredClaims(tx: Transaction, accountIds: number[]): Promise<BalanceClaim[]> {
  const rows = await tx.query<BalanceClaim>(sql`
    select ${COLUMNS} from claim
    where account_id = any(${accountIds}::int[]) and closed_at is null and held_centavos < wanted_centavos
    order by account_id, id`)
  return rows
}

export const updateClaim = (tx: Transaction, claim: BalanceClaim, closes: boolean, now: Date) =>
  tx.query(sql`
    update claim set wanted_centavos = ${claim.target}, held_centavos = ${claim.held}, updated_at = ${now},
      closed_at = case when ${closes}::boolean then ${now}::timestamptz end, seal = default
    where account_id = ${claim.accountId} and subject = ${claim.subject} and subject_id = ${claim.subjectId}`)

export interface OpenHold {
  seq: bigint
  open: Centavos
}

/** What the claim holds, the oldest first. */
export const findOpenHolds = (tx: Transaction, { accountId, subject, subjectId }: ClaimKey): Promise<OpenHold[]> =>
  tx.query<OpenHold>(sql`
    select seq, open_centavos as open from hold
    where account_id = ${accountId} and subject = ${subject} and subject_id = ${subjectId} and closed_at is null
    order by seq`)
