// Corrections, each against its transfer, its case and the word of the two persons; and differences, each against its correction.
import sql from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

export const CORRECTIONS: Survey = {
  table: 'correction',
  key: ['id'],
  judged: page => sql`
    select correction.*, moves, alike, said, case_state,
      case when side in ('CREDIT', 'GAIN') then amount_centavos::numeric else -amount_centavos::numeric end as corrected,
      moves <> 1 or alike <> 1 as booked,
      said <> 1 or proposed_by = confirmed_by as word,
      case_state is distinct from 'CORRECTED' as of_case
    from (${page}) correction
    cross join lateral (
      select count(*) as moves, count(*) filter (where kind = 'CORRECTION_' || side
        and transfer.amount_centavos = correction.amount_centavos and transfer.psp_account_id = correction.psp_account_id
        and transfer.created_at = correction.created_at) as alike
      from transfer
      where transfer.account_id = correction.account_id and subject = 'correction' and subject_id = correction.id offset 0
    ) moved
    cross join lateral (
      select count(*) as said from proposal
      where proposal.account_id = correction.account_id and proposal.id = proposal_id and kind = 'correction'
        and proposal.state = 'CONFIRMED' and proposal.proposed_by = correction.proposed_by and decided_by = confirmed_by
        and outcome ->> 'correctionId' = correction.id::text offset 0
    ) words
    left join lateral (
      select reconciliation_case.state as case_state from reconciliation_case where reconciliation_case.id = case_id offset 0
    ) cases on true`,
  sums: ['moves', 'corrected'],
  checks: {
    booked: row =>
      `it moves ${reais(row.amount_centavos)} as ${row.side}, and of the ${row.moves} transfers about it ${row.alike} do so`,
    word: row =>
      `${row.proposed_by} and ${row.confirmed_by} have brought it about, and ${row.said} confirmed proposals of theirs say so`,
    of_case: row => `the difference that it corrects is ${row.case_state ?? 'not there'}`,
  },
}

export const DIFFERENCES: Survey = {
  table: 'reconciliation_case',
  key: ['id'],
  judged: page => sql`
    select reconciliation_case.*, corrections, corrections <> (state = 'CORRECTED')::int as corrected_wrong,
      (state = 'OPEN') <> (closed_at is null) or (state = 'OPEN') <> (reason is null) as closed_wrong
    from (${page}) reconciliation_case
    cross join lateral (
      select count(*) as corrections from correction where correction.case_id = reconciliation_case.id offset 0
    ) corrected`,
  sums: [],
  checks: {
    corrected_wrong: row => `it is ${row.state}, and ${row.corrections} corrections are about it`,
    closed_wrong: row =>
      `it is ${row.state}, and was closed ${row.closed_at === null ? 'never' : `at ${row.closed_at}`}`,
  },
}
