// Which rows concern a request, in SQL. Of a person: what they bought, paid, were paid, or got back, in whatever live account. Nothing of test
// accounts is ever among it. A period holds what was made in it, and whatever a transfer of the ledger in it is about.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { isLive } from '#db/account/live-accounts.ts'
import type { Subject as LedgerSubject } from '#ledger/ledger.ts'
import type { Scope } from './scope.ts'

export const within = ({ from, to }: Scope, column: string): Sql => {
  const bounds = [sql`true`]
  if (from !== null) bounds.push(sql`${raw(column)} >= ${from}`)
  if (to !== null) bounds.push(sql`${raw(column)} < ${to}`)
  return sql`(${join(bounds, ' and ')})`
}

/** Made in the period, or moved money in it. */
export function happened(scope: Scope, table: string, subject: LedgerSubject, columns: readonly string[]): Sql {
  if (scope.from === null && scope.to === null) return sql`true`
  const one = raw(table)
  return sql`(${join(
    columns.map(column => within(scope, `${table}.${column}`)),
    ' or ',
  )} or exists (
    select from transfer moved where moved.account_id = ${one}.account_id and moved.subject = ${raw(`'${subject}'`)}
      and moved.subject_id = ${one}.id and ${within(scope, 'moved.created_at')}))`
}

const ofAccount = (table: string, accountId: number): Sql => sql`${raw(table)}.account_id = ${accountId}`
const live = (table: string): Sql => isLive(raw(`${table}.account_id`))

export function saleConcerned(scope: Scope, table = 'sale'): Sql {
  const one = raw(table)
  switch (scope.kind) {
    case 'ACCOUNT':
      return ofAccount(table, scope.accountId)
    case 'DOCUMENT':
      return sql`${live(table)} and (${one}.customer_document = ${scope.document} or (${one}.account_id, ${one}.id) in (
        select paid.account_id, paid.sale_id from receipt paid where paid.payer_document = ${scope.document} and paid.sale_id is not null))`
    case 'PAYMENTS':
      return sql`${live(table)} and (${one}.account_id, ${one}.id) in (
        select paid.account_id, paid.sale_id from receipt paid where paid.sale_id is not null and ${receiptConcerned(scope, 'paid')})`
  }
}

export function receiptConcerned(scope: Scope, table = 'receipt'): Sql {
  const one = raw(table)
  switch (scope.kind) {
    case 'ACCOUNT':
      return ofAccount(table, scope.accountId)
    case 'DOCUMENT':
      return sql`${live(table)} and (${one}.payer_document = ${scope.document} or (${one}.account_id, ${one}.sale_id) in (
        select bought.account_id, bought.id from sale bought where bought.customer_document = ${scope.document}))`
    case 'PAYMENTS':
      return sql`${live(table)} and (${one}.end_to_end_id = any(${scope.endToEndIds}::text[]) or (${one}.account_id, ${one}.id) in (
        select back.account_id, back.receipt_id from refund back where back.rtr_id = any(${scope.endToEndIds}::text[])))`
  }
}

export function refundConcerned(scope: Scope, table = 'refund'): Sql {
  const one = raw(table)
  if (scope.kind === 'ACCOUNT') return ofAccount(table, scope.accountId)
  const toPerson = scope.kind === 'DOCUMENT' ? sql` or ${one}.to_document = ${scope.document}` : sql``
  return sql`${live(table)} and ((${one}.account_id, ${one}.receipt_id) in (
    select paid.account_id, paid.id from receipt paid where ${receiptConcerned(scope, 'paid')})${toPerson})`
}

export function disputeConcerned(scope: Scope, table = 'dispute'): Sql {
  const one = raw(table)
  if (scope.kind === 'ACCOUNT') return ofAccount(table, scope.accountId)
  // Of a payment that is not in the books it is known by the end-to-end id alone.
  const named = scope.kind === 'PAYMENTS' ? sql` or ${one}.end_to_end_id = any(${scope.endToEndIds}::text[])` : sql``
  return sql`${live(table)} and ((${one}.account_id, ${one}.receipt_id) in (
    select paid.account_id, paid.id from receipt paid where ${receiptConcerned(scope, 'paid')})${named})`
}

export function cashoutConcerned(scope: Scope, table = 'withdrawal'): Sql {
  const one = raw(table)
  switch (scope.kind) {
    case 'ACCOUNT':
      return ofAccount(table, scope.accountId)
    case 'DOCUMENT':
      return sql`${live(table)} and (${one}.holder_document = ${scope.document}
        or ${one}.pix_key_type in ('CPF', 'CNPJ') and bare_key(${one}.pix_key) = lower(${scope.document})
        or (${one}.account_id, ${one}.id) in (
          select paid.account_id, paid.withdrawal_id from payout_recipient paid where paid.document = ${scope.document}))`
    case 'PAYMENTS':
      return sql`${live(table)} and ${one}.end_to_end_id = any(${scope.endToEndIds}::text[])`
  }
}

export function recurrenceConcerned(scope: Scope): Sql | null {
  if (scope.kind === 'PAYMENTS') return null
  if (scope.kind === 'ACCOUNT') return ofAccount('recurrence', scope.accountId)
  return sql`${live('recurrence')} and (customer_document = ${scope.document} or payer_document = ${scope.document})`
}

export function beneficiaryConcerned(scope: Scope): Sql | null {
  if (scope.kind === 'PAYMENTS') return null
  if (scope.kind === 'ACCOUNT') return ofAccount('payout_beneficiary', scope.accountId)
  return sql`${live('payout_beneficiary')} and pix_key_type in ('CPF', 'CNPJ') and bare_key(pix_key) = lower(${scope.document})`
}

/** Account, subject and id of everything that transfers may be about. */
export const subjectsConcerned = (scope: Scope): Sql => sql`
  select account_id, 'sale' as subject, id from sale where ${saleConcerned(scope)}
  union select account_id, 'receipt', id from receipt where ${receiptConcerned(scope)}
  union select account_id, 'refund', id from refund where ${refundConcerned(scope)}
  union select account_id, 'dispute', id from dispute where ${disputeConcerned(scope)}
  union select account_id, 'withdrawal', id from withdrawal where ${cashoutConcerned(scope)}`

/** Numbers of the accounts that have any of it. */
export const accountsConcerned = (scope: Scope): Sql =>
  scope.kind === 'ACCOUNT'
    ? sql`select ${scope.accountId}::int as account_id`
    : sql`select account_id from (${subjectsConcerned(scope)}) concerned`
