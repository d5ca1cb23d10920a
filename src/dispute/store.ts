// The SQL of disputes. The caller that changes one has locked the wallet of its account and then its row.
import sql, { type Sql } from 'sql-template-tag'
import { isOfSide } from '#db/account/live-accounts.ts'
import { columnsOf } from '#db/columns.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { ReportedDispute } from '#psp/port.ts'
import { type Dispute, type DisputeKey, nextReminderAt, type Word } from './dispute.ts'

export interface DisputeRow extends Omit<Dispute, 'opened' | 'closed'> {
  openedBy: string | null
  openReason: string | null
  closedBy: string | null
  closeReason: string | null
}

// Named, never *: a column that a later version adds must not break the statements that this process has prepared.
export const COLUMNS = columnsOf<DisputeRow>({
  accountId: 'dispute.account_id',
  id: 'dispute.id',
  uuid: 'dispute.uuid',
  kind: 'dispute.kind',
  status: 'dispute.status',
  version: 'dispute.version',
  pspAccountId: 'dispute.psp_account_id',
  pspDisputeId: 'dispute.psp_dispute_id',
  protocol: 'dispute.protocol',
  pspReason: 'dispute.psp_reason',
  endToEndId: 'dispute.end_to_end_id',
  receiptId: 'dispute.receipt_id',
  saleId: 'dispute.sale_id',
  saleUuid: '(select uuid from sale where sale.account_id = dispute.account_id and sale.id = dispute.sale_id)',
  amount: 'dispute.amount_centavos',
  claimed: 'dispute.claimed_centavos',
  reserve: 'dispute.reserve_centavos',
  forfeited: 'dispute.forfeited_centavos',
  elsewhere: 'dispute.elsewhere_centavos',
  openedAt: 'dispute.opened_at',
  deadlineAt: 'dispute.deadline_at',
  remindedHours: 'dispute.reminded_hours',
  acceptedAt: 'dispute.accepted_at',
  defendedAt: 'dispute.defended_at',
  closedAt: 'dispute.closed_at',
  saleVersion: 'dispute.sale_version',
  createdAt: 'dispute.created_at',
  updatedAt: 'dispute.updated_at',
  openedBy: 'dispute.opened_by',
  openReason: 'dispute.open_reason',
  closedBy: 'dispute.closed_by',
  closeReason: 'dispute.close_reason',
})

export const disputeOf = ({ openedBy, openReason, closedBy, closeReason, ...dispute }: DisputeRow): Dispute => ({
  ...dispute,
  opened: wordOf(openedBy, openReason),
  closed: wordOf(closedBy, closeReason),
})

const wordOf = (by: string | null, reason: string | null): Word | null =>
  by === null || reason === null ? null : { by, reason }

async function find(db: Queryable, where: Sql): Promise<Dispute[]> {
  return (await db.query<DisputeRow>(sql`select ${COLUMNS} from dispute ${where}`)).map(disputeOf)
}

/** Who reports it, and of which side that is: a dispute of the other one is never meant. */
interface Reporting {
  pspAccountId: number
  isTest: boolean
}

/** By which a PSP names a dispute. */
type ReportedIds = Pick<ReportedDispute, 'disputeId' | 'endToEndId'>

/**
 * Of a PSP's dispute: its own row, or that of another PSP account which reported it first (two may be keys of one account at the
 * bank), or one of the same Pix that a person has opened and that is still open.
 */
export async function findReported(
  db: Queryable,
  { pspAccountId, isTest, disputeId, endToEndId }: ReportedIds & Reporting,
): Promise<Dispute | null> {
  const [dispute] = await find(
    db,
    sql`where (psp_account_id = ${pspAccountId} and psp_dispute_id = ${disputeId}
        or end_to_end_id = ${endToEndId} and psp_dispute_id = ${disputeId}
        or end_to_end_id = ${endToEndId} and psp_dispute_id is null and psp_account_id = ${pspAccountId} and kind = 'MED'
          and closed_at is null) and ${isOfSide(isTest)}
      order by psp_dispute_id is null, psp_account_id <> ${pspAccountId}, id limit 1`,
  )
  return dispute ?? null
}

/** Which of these are known already: by the PSP's id, with the status of each here. */
export async function findStatuses(
  db: Queryable,
  { pspAccountId, isTest }: Reporting,
  reported: ReportedIds[],
): Promise<Map<string, Dispute>> {
  const ids = reported.map(({ disputeId }) => disputeId)
  const endToEndIds = reported.map(({ endToEndId }) => endToEndId)
  const found = await find(
    db,
    sql`where (psp_account_id = ${pspAccountId} and psp_dispute_id = any(${ids}::text[])
        or end_to_end_id = any(${endToEndIds}::text[]) and psp_dispute_id = any(${ids}::text[])) and ${isOfSide(isTest)}
      order by psp_account_id = ${pspAccountId}`,
  )
  return new Map(found.map(dispute => [dispute.pspDisputeId ?? '', dispute]))
}

/** Until the end of the transaction nobody else decides about this dispute of the PSP, in whatever account it is. */
export const lockReported = (tx: Transaction, pspAccountId: number, disputeId: string) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`dispute/${pspAccountId}/${disputeId}`}, 0))`)

export async function findDispute(db: Queryable, key: DisputeKey): Promise<Dispute | null> {
  const [dispute] = await find(db, sql`where account_id = ${key.accountId} and id = ${key.id}`)
  return dispute ?? null
}

export async function lockDispute(tx: Transaction, key: DisputeKey): Promise<Dispute | null> {
  const [dispute] = await find(tx, sql`where account_id = ${key.accountId} and id = ${key.id} for update`)
  return dispute ?? null
}

export interface OthersOfPix {
  open: number
  /** What those that are open claim, and what those that are closed have taken. */
  claimed: Centavos
  lost: Centavos
  /** All that went back by those that are closed, also where that was charged to nobody. */
  gone: Centavos
}

/** Other disputes of the same Pix. */
export async function findOthers(
  tx: Transaction,
  of: Pick<Dispute, 'accountId' | 'endToEndId' | 'id'>,
): Promise<OthersOfPix> {
  const [others] = await tx.query<OthersOfPix>(sql`
    select count(*) filter (where closed_at is null)::int as open,
      coalesce(sum(claimed_centavos) filter (where closed_at is null), 0)::bigint as claimed,
      coalesce(sum(forfeited_centavos - elsewhere_centavos), 0)::bigint as lost,
      coalesce(sum(forfeited_centavos), 0)::bigint as gone
    from dispute where account_id = ${of.accountId} and end_to_end_id = ${of.endToEndId} and id <> ${of.id}`)
  return others as OthersOfPix
}

export async function mintDisputeId(tx: Transaction): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(sql`select nextval(pg_get_serial_sequence('dispute', 'id')) as id`)
  return (row as { id: bigint }).id
}

export const insertDispute = (tx: Transaction, of: Dispute, dueAt: Date | null) =>
  tx.query(sql`
    insert into dispute (account_id, id, uuid, kind, status, version, psp_account_id, psp_dispute_id, protocol, psp_reason,
      end_to_end_id, receipt_id, sale_id, amount_centavos, claimed_centavos, reserve_centavos, forfeited_centavos,
      elsewhere_centavos, opened_at, deadline_at, reminded_hours, accepted_at, defended_at, closed_at, sale_version, opened_by,
      open_reason, closed_by, close_reason, created_at, updated_at, due_at)
    overriding system value
    values (${of.accountId}, ${of.id}, ${of.uuid}, ${of.kind}, ${of.status}, ${of.version}, ${of.pspAccountId},
      ${of.pspDisputeId}, ${of.protocol}, ${of.pspReason}, ${of.endToEndId}, ${of.receiptId}, ${of.saleId}, ${of.amount},
      ${of.claimed}, ${of.reserve}, ${of.forfeited}, ${of.elsewhere}, ${of.openedAt}, ${of.deadlineAt}, ${of.remindedHours},
      ${of.acceptedAt}, ${of.defendedAt}, ${of.closedAt}, ${of.saleVersion}, ${of.opened?.by ?? null},
      ${of.opened?.reason ?? null}, ${of.closed?.by ?? null}, ${of.closed?.reason ?? null}, ${of.createdAt},
      ${of.updatedAt}, ${dueAt})`)

/** Stores the new form of a dispute that is locked. `from`: the account where it stood, as long as nobody knew whose it is. */
export const updateDispute = (tx: Transaction, of: Dispute, dueAt: Date | null, from = of.accountId) =>
  tx.query(sql`
    update dispute set account_id = ${of.accountId}, status = ${of.status}, version = ${of.version},
      psp_dispute_id = ${of.pspDisputeId}, protocol = ${of.protocol}, psp_reason = ${of.pspReason},
      receipt_id = ${of.receiptId}, sale_id = ${of.saleId}, claimed_centavos = ${of.claimed}, reserve_centavos = ${of.reserve},
      forfeited_centavos = ${of.forfeited}, elsewhere_centavos = ${of.elsewhere}, deadline_at = ${of.deadlineAt},
      reminded_hours = ${of.remindedHours}, accepted_at = ${of.acceptedAt}, defended_at = ${of.defendedAt},
      closed_at = ${of.closedAt}, sale_version = ${of.saleVersion}, closed_by = ${of.closed?.by ?? null},
      close_reason = ${of.closed?.reason ?? null}, updated_at = ${of.updatedAt}, due_at = ${dueAt}, seal = default
    where account_id = ${from} and id = ${of.id}`)

/** The PSP weighs the defence, or an operator does. */
export async function markDefended(tx: Transaction, dispute: Dispute, now: Date): Promise<Dispute> {
  const defended: Dispute = { ...dispute, status: 'DEFENDED', defendedAt: now, updatedAt: now }
  await updateDispute(tx, defended, nextReminderAt(defended, now))
  return defended
}

/** Leases the disputes that need a reminder until `until`; reminding twice is prevented under the row's lock. */
export const leaseReminders = (db: Queryable, now: Date, until: Date, limit: number) =>
  db.query<DisputeKey>(sql`
    with due as (
      select account_id, id from dispute where due_at <= ${now} order by due_at limit ${limit} for update skip locked
    )
    update dispute set due_at = ${until} from due where dispute.account_id = due.account_id and dispute.id = due.id
    returning dispute.account_id as "accountId", dispute.id`)

/** When the oldest of this PSP account's list was opened that is not closed yet. */
export async function findOldestOpen(db: Queryable, pspAccountId: number): Promise<Date | null> {
  const [row] = await db.query<{ oldest: Date | null }>(sql`
    select min(opened_at) as oldest from dispute
    where psp_account_id = ${pspAccountId} and closed_at is null and psp_dispute_id is not null and kind = 'MED'`)
  return row?.oldest ?? null
}
