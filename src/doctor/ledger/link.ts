// The hash that a transfer must carry, as SQL over the columns of a row: what src/ledger/chain.ts makes when it is written.
// Written out here and not asked of the database's own transfer_hash, which an attacker who changes rows could change as well.
// And which single value must have been changed, where the hash fits any other that it may have had.
import { hash } from 'node:crypto'
import { raw } from 'sql-template-tag'
import { GENESIS } from '#ledger/chain.ts'
import { KINDS, SIDES, SUBJECTS } from '#ledger/ledger.ts'
import type { Row } from '../survey.ts'

export const NO_LINK = raw(`'\\x${GENESIS}'::bytea`)

/** As text, whatever the session's settings. */
export const momentOf = (column: string) => raw(`encode(timestamptz_send(${column}), 'hex')`)

/** In their order. `reason` and `released` are of the hold that the transfer opens; the moments are `momentOf` theirs. */
const FIELDS = [
  ...['account_id', 'seq', 'kind', 'debit', 'credit', 'amount_centavos', 'available_after_centavos'],
  ...['blocked_after_centavos', 'forced', 'hold_seq', 'resolves_hold', 'psp_account_id', 'subject', 'subject_id'],
  ...['moment', 'reason', 'released'],
] as const

/** Of a row with these fields and the `previous` hash. */
export const LINK = raw(
  `sha256(convert_to(concat_ws('|', encode(previous, 'hex'),
    ${FIELDS.map(field => `coalesce(${field}::text, '')`).join(', ')}), 'UTF8'))`,
)

/** null where no other value of a single field, among those that are likely, gives the hash. */
export function changedField(row: Row): { field: string; was: string } | null {
  const theirs = bytesOf(row.hash)
  const texts = [bytesOf(row.previous), ...FIELDS.map(field => row[field] ?? '')]
  for (const [n, field] of FIELDS.entries())
    for (const was of likely(field, row))
      if (hash('sha256', texts.with(n + 1, was).join('|')) === theirs) return { field: COLUMNS[field] ?? field, was }
  return null
}

const bytesOf = (text: string | null | undefined) => (text ?? '').replace(/^\\x/, '')

const COLUMNS: Record<string, string> = {
  moment: 'created_at',
  reason: 'the reason of its hold',
  released: 'release_at of its hold',
}
const HOLD_REASONS = ['WITHDRAWAL', 'RESERVE', 'SETTLEMENT', 'REFUND', 'MED', 'CAUTELAR', 'JUDICIAL', 'MANUAL', '']
const FLAGS = ['true', 'false']
/** A moment's work for numbers that were given in a row. */
const MAX_TRIED = 10_000

function likely(field: (typeof FIELDS)[number], row: Row): Iterable<string> {
  switch (field) {
    case 'kind':
      return Object.keys(KINDS)
    case 'debit':
    case 'credit':
      return SIDES
    case 'amount_centavos':
      return amounts(row)
    case 'available_after_centavos':
      return [row.available_expected ?? '']
    case 'blocked_after_centavos':
      return [row.blocked_expected ?? '']
    case 'forced':
    case 'resolves_hold':
      return FLAGS
    case 'hold_seq':
    case 'psp_account_id':
    case 'subject_id':
      return numbers()
    case 'subject':
      return SUBJECTS
    case 'reason':
      return HOLD_REASONS
    case 'released':
      return ['']
    default:
      return []
  }
}

function amounts(row: Row): string[] {
  const steps = [
    [row.available_after_centavos, row.available_before],
    [row.blocked_after_centavos, row.blocked_before],
  ].map(([after, before]) => difference(after, before))
  return [...steps, row.hold_amount ?? '']
}

function difference(after: string | null | undefined, before: string | null | undefined): string {
  const step = BigInt(after ?? 0) - BigInt(before ?? 0)
  return (step < 0n ? -step : step).toString()
}

function* numbers(): Generator<string> {
  yield ''
  for (let n = 1; n <= MAX_TRIED; n++) yield n.toString()
}
