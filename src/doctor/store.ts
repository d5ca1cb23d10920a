// The SQL around examinations: when the next is due, what came of the last ones, and the totals of all accounts.
import sql from 'sql-template-tag'
import { IS_LIVE } from '#db/account/live-accounts.ts'
import type { Queryable, Transaction } from '#db/postgres.ts'
import { type Centavos, centavos } from '#kernel/money.ts'
import type { Side } from '#ledger/ledger.ts'
import type { Examination, Finding } from './examine.ts'

/**
 * Takes the examination that is due: nobody else gets it before `retryAt`. Also one that was put off further than it is by
 * now. Answers when it was due; null where it is not.
 */
export async function leaseExamination(db: Queryable, now: Date, retryAt: Date, latest: Date): Promise<Date | null> {
  const [row] = await db.query<{ due_at: Date }>(sql`
    update house set examination_due_at = ${retryAt}
    from (select examination_due_at as due_at from house for update) before
    where due_at <= ${now} or due_at > ${latest} returning due_at`)
  return row?.due_at ?? null
}

export const planExamination = (db: Queryable, dueAt: Date) =>
  db.query(sql`update house set examination_due_at = ${dueAt}`)

/** False where another process is at it. Held to the end of the transaction. */
export async function takeTurn(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ mine: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended('examination', 0)) as mine`)
  return row?.mine === true
}

const KEPT = 100

export async function keepExamination(db: Queryable, { beganAt, durationMs, accounts, rows, findings }: Examination) {
  await db.query(sql`
    with kept as (
      insert into examination (began_at, duration_ms, accounts, rows, findings)
      values (${beganAt}, ${durationMs}, ${accounts}, ${JSON.stringify(rows)}::jsonb, ${JSON.stringify(findings)}::jsonb)
      returning id
    )
    delete from examination using kept where examination.id <= kept.id - ${KEPT}`)
}

interface ExaminationRow {
  began_at: Date
  duration_ms: number
  accounts: number
  rows: Record<string, number>
  findings: Finding[]
}

export async function findLastExamination(db: Queryable): Promise<Examination | null> {
  const [row] = await db.query<ExaminationRow>(sql`
    select began_at, duration_ms, accounts, rows, findings from examination order by id desc limit 1`)
  if (row === undefined) return null
  const { began_at: beganAt, duration_ms: durationMs, ...rest } = row
  return { beganAt, durationMs, ...rest }
}

export interface TrialBalance {
  wallets: number
  entries: bigint
  sides: Record<Side, Centavos>
}

export async function readTrialBalance(db: Queryable): Promise<TrialBalance> {
  const [row] = await db.query<{ wallets: number; entries: bigint } & Record<Side, bigint>>(sql`
    select count(*)::int as wallets, coalesce(sum(seq), 0)::bigint as entries,
      coalesce(sum(available_centavos), 0)::bigint as available, coalesce(sum(blocked_centavos), 0)::bigint as blocked,
      coalesce(sum(fee_centavos), 0)::bigint as fee, coalesce(sum(received_centavos), 0)::bigint as received,
      coalesce(sum(clearing_centavos), 0)::bigint as clearing
    from wallet where ${IS_LIVE}`)
  const { wallets = 0, entries = 0n, available = 0n, blocked = 0n, fee = 0n, received = 0n, clearing = 0n } = row ?? {}
  const sides = { available, blocked, fee, received, clearing }
  return {
    wallets,
    entries,
    sides: Object.fromEntries(
      Object.entries(sides).map(([side, sum]) => [side, centavos(sum)]),
    ) as TrialBalance['sides'],
  }
}
