// The SQL that keeps what was found. It runs under the lock of the account's progress.
import sql from 'sql-template-tag'
import type { Transaction } from '#db/postgres.ts'
import { type Exceeded, MAX_EVIDENCE } from '../case/case.ts'
import type { AnyValues, Rule } from '../rule/rule.ts'
import type { Found } from './found.ts'
import { KINDS_OF } from './movements.ts'

interface Kept {
  id: bigint
  uuid: string
}

export interface Growing {
  accountId: number
  rule: Rule
  found: Found
  exceeded: Exceeded
  now: Date
}

/** The open case, with what was found beside what it has; null: there is none. */
export async function growCase(tx: Transaction, growing: Growing): Promise<Kept | null> {
  const { accountId, rule, found, exceeded, now } = growing
  const fuller = sql`${found.amount}::bigint > amount_centavos`
  const [row] = await tx.query<Kept>(sql`
    update monitoring_case set window_from = least(window_from, ${found.windowFrom}::timestamptz),
      window_to = greatest(window_to, ${found.windowTo}::timestamptz), through_seq = greatest(through_seq, ${found.throughSeq}::bigint),
      exceeded = case when ${fuller} then ${exceeded} else exceeded end,
      movement_count = case when ${fuller} then ${found.count}::integer else movement_count end,
      passed_centavos = case when ${fuller} then ${passedOf(rule, found)}::bigint else passed_centavos end,
      usual_centavos = case when ${fuller} then ${found.usual}::bigint else usual_centavos end,
      amount_centavos = greatest(amount_centavos, ${found.amount}::bigint),
      subject_name = coalesce(subject_name, ${found.subjectName}), updated_at = ${now}, seal = default
    where account_id = ${accountId} and rule = ${rule} and subject_kind = ${found.subjectKind}
      and subject = ${found.subject} and state = 'OPEN'
    returning id, uuid`)
  return row ?? null
}

export interface NewCase extends Growing {
  values: AnyValues
  analysisDueAt: Date
}

export async function insertCase(tx: Transaction, made: NewCase): Promise<Kept> {
  const { accountId, rule, values, found, exceeded, now, analysisDueAt } = made
  const [row] = await tx.query<Kept>(sql`
    insert into monitoring_case (account_id, uuid, rule, subject_kind, subject, subject_name, state, parameters, exceeded,
      window_from, window_to, through_seq, movement_count, amount_centavos, passed_centavos, usual_centavos, is_cut, opened_at,
      analysis_due_at, updated_at)
    values (${accountId}, gen_random_uuid(), ${rule}, ${found.subjectKind}, ${found.subject}, ${found.subjectName}, 'OPEN',
      ${JSON.stringify(values)}::jsonb, ${exceeded}, ${found.windowFrom}, ${found.windowTo}, ${found.throughSeq}, ${found.count},
      ${found.amount}, ${passedOf(rule, found)}, ${found.usual}, false, ${now}, ${analysisDueAt}, ${now})
    returning id, uuid`)
  return row as Kept
}

const passedOf = (rule: Rule, { passed }: Found) => (rule === 'PASS_THROUGH' ? passed : null)

/** The largest that there is still room for. What is copied here stays when the buyer's data are erased elsewhere. */
export async function addEvidence(
  tx: Transaction,
  { accountId, caseId, found }: { accountId: number; caseId: bigint; found: Found },
): Promise<void> {
  await tx.query(sql`
    insert into monitoring_evidence (account_id, case_id, seq, direction, amount_centavos, moved_at, reference, reference_id,
      reference_uuid, other_name, other_document, pix_key)
    select ${accountId}, ${caseId}, transfer.seq,
      case when transfer.kind = any(${KINDS_OF.CASHOUT}::text[]) then 'CASHOUT' else 'INCOMING' end,
      transfer.amount_centavos, transfer.created_at,
      case transfer.subject when 'withdrawal' then 'cashout' else transfer.subject end, transfer.subject_id,
      coalesce(withdrawal.uuid, sale.uuid),
      coalesce(payout_recipient.name, nullif(receipt.payer_name, ''), sale.customer_name),
      coalesce(payout_recipient.document, withdrawal.holder_document, nullif(receipt.payer_document, ''), sale.customer_document),
      withdrawal.pix_key
    from transfer
    left join withdrawal on transfer.subject = 'withdrawal' and withdrawal.account_id = transfer.account_id
      and withdrawal.id = transfer.subject_id
    left join payout_recipient on payout_recipient.account_id = withdrawal.account_id
      and payout_recipient.withdrawal_id = withdrawal.id
    left join sale on transfer.subject = 'sale' and sale.account_id = transfer.account_id and sale.id = transfer.subject_id
    left join lateral (
      select payer_name, payer_document from receipt
      where receipt.account_id = transfer.account_id and (transfer.subject = 'receipt' and receipt.id = transfer.subject_id
        or transfer.subject = 'sale' and receipt.sale_id = transfer.subject_id and receipt.status = 'ACCEPTED')
      limit 1
    ) receipt on true
    where transfer.account_id = ${accountId} and transfer.seq = any(${found.seqs}::bigint[])
      and not exists (
        select from monitoring_evidence kept
        where kept.account_id = ${accountId} and kept.case_id = ${caseId} and kept.seq = transfer.seq)
    order by transfer.amount_centavos desc, transfer.seq
    limit ${MAX_EVIDENCE}::bigint - (
      select count(*) from monitoring_evidence kept where kept.account_id = ${accountId} and kept.case_id = ${caseId})`)
  await tx.query(sql`
    update monitoring_case set is_cut = true, seal = default
    where account_id = ${accountId} and id = ${caseId} and not is_cut and (${found.members > found.seqs.length} or exists (
      select from unnest(${found.seqs}::bigint[]) seq where not exists (
        select from monitoring_evidence kept
        where kept.account_id = ${accountId} and kept.case_id = ${caseId} and kept.seq = seq.seq)))`)
}
