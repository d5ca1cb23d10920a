// Which rows are about a customer, as SQL. A document names one person. An e-mail address or a phone may be of several: rows that name another
// document are left out where a document is asked for, and where none is, `findDocuments` of the store says how many persons there are.
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { isLive } from '#db/account/live-accounts.ts'
import { phonesOf, type Subject } from './subject.ts'

/** Where it is looked for: in these accounts, or in all live ones. */
export type Whose = { accountIds: number[] } | 'all'

/** `column`: the number of an account, as the statement around it calls it. */
export const isOf = (whose: Whose, column: string): Sql =>
  whose === 'all' ? isLive(raw(column)) : sql`${raw(column)} = any(${whose.accountIds}::int[])`

interface ContactColumns {
  document: Sql
  email: Sql
  phone: Sql
}

const NOBODY = sql`false`

/** Of rows that say who somebody is and how to reach them; absent ones are "". */
function isSubject(subject: Subject, { document, email, phone }: ContactColumns): Sql {
  const { document: asked } = subject
  const byContact = either([
    subject.email !== null && sql`lower(${email}) = ${subject.email}::text`,
    subject.phone !== null && sql`${phone} = any(${phonesOf(subject)}::text[])`,
  ])
  if (asked === null) return byContact
  return sql`(${document} = ${asked}::text or ${document} = '' and ${byContact})`
}

/** Of the rows of a table whose columns are called customer_… */
export const isCustomer = (subject: Subject, table: string): Sql =>
  isSubject(subject, {
    document: raw(`${table}.customer_document`),
    email: raw(`${table}.customer_email`),
    phone: raw(`${table}.customer_phone`),
  })

/** Of what a seller's server knew of the buyer of a checkout session. */
export const isPrefilled = (subject: Subject): Sql =>
  sql`(checkout.prefill is not null and ${isSubject(subject, {
    document: sql`coalesce(checkout.prefill ->> 'document', '')`,
    email: sql`coalesce(checkout.prefill ->> 'email', '')`,
    phone: sql`coalesce(checkout.prefill ->> 'phone', '')`,
  })})`

/** Of a PIX key, however it was written, and of the document that its holder must have. */
export const isKeyHolder = (subject: Subject, key: string, holder: string | null = null): Sql => {
  const { document, email } = subject
  return either([
    document !== null && sql`bare_key(${raw(key)}) = ${document.toLowerCase()}::text`,
    document !== null && holder !== null && sql`${raw(holder)} = ${document}::text`,
    email !== null && sql`lower(${raw(key)}) = ${email}::text`,
    ...phonesOf(subject).map(phone => sql`bare_key(${raw(key)}) = ${phone}::text`),
  ])
}

/** Of who paid, where banks report nothing but a document. */
export const isPayer = ({ document }: Subject, column: string): Sql =>
  document === null ? NOBODY : sql`(${raw(column)} <> '' and ${raw(column)} = ${document}::text)`

const either = (conditions: (Sql | false)[]): Sql => {
  const some = conditions.filter(condition => condition !== false)
  return some.length === 0 ? NOBODY : sql`(${join(some, ' or ')})`
}
