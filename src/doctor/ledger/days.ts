// Closed days: what was frozen of each account against its transfers, and of all accounts together against each of them, with the
// hash over it. Each day is judged by the one before it, so that every transfer is read once.
import sql from 'sql-template-tag'
import { reais } from '../shown-value.ts'
import type { Survey } from '../survey.ts'

const EARLIER = sql`
  left join lateral (
    select seq as earlier_seq, available_centavos as earlier_available, blocked_centavos as earlier_blocked,
      fee_centavos as earlier_fee, received_centavos as earlier_received, clearing_centavos as earlier_clearing
    from day_figure earlier where earlier.account_id = figure.account_id and earlier.day < figure.day
    order by day desc limit 1
  ) earlier on true`

const FIGURE = sql`
  select figure.account_id, figure.day, figure.seq, figure.seq - coalesce(earlier_seq, 0) as transfers,
    figure.available_centavos::numeric - coalesce(earlier_available, 0) as available,
    figure.blocked_centavos::numeric - coalesce(earlier_blocked, 0) as blocked,
    figure.fee_centavos::numeric - coalesce(earlier_fee, 0) as fee,
    figure.received_centavos::numeric - coalesce(earlier_received, 0) as received,
    figure.clearing_centavos::numeric - coalesce(earlier_clearing, 0) as clearing`

const side = (name: string) => sql`
  sum(case ${name} when credit then amount_centavos when debit then -amount_centavos::numeric else 0 end)`

export const DAY_FIGURES: Survey = {
  table: 'day_figure',
  key: ['day'],
  judged: page => sql`
    select day_figure.*, entries, late, later_seq,
      entries is distinct from delta.transfers or sums_available is distinct from delta.available
        or sums_blocked is distinct from delta.blocked or sums_fee is distinct from delta.fee
        or sums_received is distinct from delta.received or sums_clearing is distinct from delta.clearing as adds_up,
      coalesce(late > 0, false) or closed_state is distinct from 'CLOSED' as locked
    from (${page}) day_figure
    cross join lateral (
      ${FIGURE}, earlier_seq from (select day_figure.*) figure ${EARLIER} offset 0
    ) delta
    left join lateral (
      select state as closed_state, ends_at from day_close where day_close.day = day_figure.day offset 0
    ) closed on true
    left join lateral (
      select seq as later_seq from day_figure later
      where later.account_id = day_figure.account_id and later.day > day_figure.day order by day limit 1
    ) later on true
    cross join lateral (
      select count(*) as entries, ${side('available')} as sums_available, ${side('blocked')} as sums_blocked,
        ${side('fee')} as sums_fee, ${side('received')} as sums_received, ${side('clearing')} as sums_clearing
      from transfer
      where transfer.account_id = day_figure.account_id and transfer.seq > coalesce(earlier_seq, 0)
        and transfer.seq <= day_figure.seq offset 0
    ) moved
    cross join lateral (
      select count(*) as late from transfer
      where transfer.account_id = day_figure.account_id and transfer.seq > day_figure.seq
        and (later_seq is null or transfer.seq <= later_seq) and created_at < ends_at offset 0
    ) afterwards`,
  sums: [],
  checks: {
    adds_up: row =>
      `available ${reais(row.available_centavos)}, blocked ${reais(row.blocked_centavos)} and fee ${reais(row.fee_centavos)} were ` +
      `frozen at transfer ${row.seq}, and the ${row.entries} transfers since the day before say otherwise`,
    locked: row =>
      `${row.late ?? 'some'} transfers of that day were booked after it was closed, or the day is not closed`,
  },
}

export const CLOSED_DAYS: Survey = {
  table: 'day_close',
  key: ['day'],
  ofGateway: true,
  judged: page => sql`
    select day_close.*, added,
      (state = 'CLOSED') <> (hash is not null) or state = 'CLOSED' and hash is distinct from due_hash as hashed,
      state = 'CLOSED' and (
        available_centavos::numeric - coalesce(before_available, 0) <> added_available
        or blocked_centavos::numeric - coalesce(before_blocked, 0) <> added_blocked
        or fee_centavos::numeric - coalesce(before_fee, 0) <> added_fee
        or received_centavos::numeric - coalesce(before_received, 0) <> added_received
        or clearing_centavos::numeric - coalesce(before_clearing, 0) <> added_clearing
        or transfers::numeric - coalesce(before_transfers, 0) <> added
      ) as totals
    from (${page}) day_close
    left join lateral (
      select available_centavos as before_available, blocked_centavos as before_blocked, fee_centavos as before_fee,
        received_centavos as before_received, clearing_centavos as before_clearing, transfers as before_transfers
      from day_close before where before.day < day_close.day order by day desc limit 1
    ) before on true
    cross join lateral (
      select coalesce(sum(transfers), 0) as added, coalesce(sum(available), 0) as added_available,
        coalesce(sum(blocked), 0) as added_blocked, coalesce(sum(fee), 0) as added_fee,
        coalesce(sum(received), 0) as added_received, coalesce(sum(clearing), 0) as added_clearing
      from (${FIGURE} from day_figure figure ${EARLIER} where figure.day = day_close.day) deltas offset 0
    ) added
    left join lateral (
      select day_hash(stored) as due_hash from day_close stored where stored.day = day_close.day offset 0
    ) hashing on true`,
  sums: [],
  checks: {
    hashed: row => `it is ${row.state}, and its hash is not the one of what was frozen`,
    totals: row =>
      `its ${row.transfers} transfers with available ${reais(row.available_centavos)} and fee ${reais(row.fee_centavos)} are not ` +
      'those of the day before with what was frozen of its accounts',
  },
}
