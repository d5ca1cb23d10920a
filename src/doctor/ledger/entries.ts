// The transfers of a wallet, each against the one before it, against the hold that it opens, and against its own hash.
import sql, { raw } from 'sql-template-tag'
import { KINDS } from '#ledger/ledger.ts'
import { reais } from '../shown-value.ts'
import type { Row, Survey } from '../survey.ts'
import { changedField, LINK, momentOf, NO_LINK } from './link.ts'

const ROUTES = Object.entries(KINDS).map(([kind, [debit, credit]]) => `${kind} ${debit} ${credit}`)

/** What an entry does to a side. */
const moves = (side: string) =>
  `case '${side}' when credit then amount_centavos when debit then -amount_centavos::numeric else 0 end`

export const ENTRIES: Survey = {
  table: 'transfer',
  key: ['seq'],
  overlaps: true,
  judged: (page, fresh) => sql`
    select entry.*,
      case when debit = 'fee' then -amount_centavos::numeric when credit = 'fee' then amount_centavos end as moved_fee,
      case when debit = 'received' then -amount_centavos::numeric when credit = 'received' then amount_centavos end
        as moved_received,
      case when hold_amount is not null then 1 end as opened,
      1 as entries,
      not follows as numbering,
      follows and hash is distinct from ${LINK} as chain,
      kind || ' ' || debit || ' ' || credit <> all(${ROUTES}::text[]) as route,
      follows and (available_after_centavos <> available_expected or blocked_after_centavos <> blocked_expected) as figures,
      amount_centavos <= 0 or blocked_after_centavos < 0
        or debit = 'available' and not forced and available_after_centavos < 0 as floor,
      ('clearing' in (debit, credit)) <> (psp_account_id is not null) as psp,
      credit = 'blocked' and (hold_amount is null or hold_amount <> amount_centavos or hold_subject <> subject
        or hold_subject_id <> subject_id or hold_created_at <> created_at) as opening,
      (debit = 'blocked') <> (hold_seq is not null) or resolves_hold and hold_seq is null 
        or coalesce(hold_seq >= seq, false) as taking
    from (
      select entry.*,
        entry.seq = coalesce(previous_seq, 0)::numeric + 1 as follows,
        coalesce(available_before, 0) + ${raw(moves('available'))} as available_expected,
        coalesce(blocked_before, 0) + ${raw(moves('blocked'))} as blocked_expected
      from (
        select entry.*, hold.*, ${momentOf('created_at')} as moment, ${momentOf('release_at')} as released,
          lag(seq) over wallet as previous_seq,
          coalesce(lag(hash) over wallet, ${NO_LINK}) as previous,
          lag(available_after_centavos) over wallet as available_before,
          lag(blocked_after_centavos) over wallet as blocked_before
        from (${page}) entry
        left join lateral (
          select reason, release_at, hold.amount_centavos as hold_amount, hold.subject as hold_subject,
            hold.subject_id as hold_subject_id, hold.created_at as hold_created_at
          from hold where entry.credit = 'blocked' and hold.account_id = entry.account_id and hold.seq = entry.seq offset 0
        ) hold on true
        window wallet as (partition by account_id order by seq)
      ) entry
    ) entry where ${fresh}`,
  sums: ['moved_fee', 'moved_received', 'opened', 'entries'],
  checks: {
    numbering: row =>
      `${row.previous_seq === null ? 'the first that there is' : `it follows number ${row.previous_seq}`}, so that what ` +
      'stood between is missing',
    chain,
    route: row => `money of the kind ${row.kind} does not go from ${row.debit} to ${row.credit}`,
    figures: row =>
      `it leaves available ${reais(row.available_after_centavos)} and blocked ${reais(row.blocked_after_centavos)}, and from ` +
      `the one before it and its amount follow ${reais(row.available_expected)} and ${reais(row.blocked_expected)}`,
    floor: row =>
      `it moves ${reais(row.amount_centavos)}${row.forced === 'true' ? ', forced,' : ''} and leaves available ` +
      `${reais(row.available_after_centavos)} and blocked ${reais(row.blocked_after_centavos)}, below what may be`,
    psp: row => `it goes from ${row.debit} to ${row.credit} and names ${row.psp_account_id ?? 'no'} PSP account`,
    opening: row =>
      row.hold_amount === null
        ? `it moves ${reais(row.amount_centavos)} into blocked and the hold that it opens is missing`
        : `the hold that it opens has another amount, subject or moment: ${reais(row.hold_amount)} for ` +
          `${row.hold_subject} ${row.hold_subject_id} at ${row.hold_created_at}`,
    taking: row =>
      `it goes from ${row.debit} to ${row.credit} and takes from ${row.hold_seq === null ? 'no hold' : `hold ${row.hold_seq}`}`,
  },
}

function chain(row: Row): string {
  const says = `${row.kind} of ${reais(row.amount_centavos)} from ${row.debit} to ${row.credit} for ${row.subject} ${row.subject_id}`
  const changed = changedField(row)
  return changed === null
    ? 'its hash does not follow from the one before it and from what it says: one of its values, or of the hold that it ' +
        `opens, or the hash itself is not what was written (it says ${says}, ${row.created_at})`
    : `its hash shows that ${changed.field} was ${changed.was === '' ? 'nothing' : changed.was} when it was written (it says ${says})`
}
