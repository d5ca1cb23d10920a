// The SQL that takes persons out of rows: what was bought, paid and booked stays. Each statement says itself which of its rows still name
// somebody, so that to forget twice changes nothing. Rows carry a hash of what they say, which is made anew with them.
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Queryable } from '#db/postgres.ts'

/** Of a buyer in JSON who is known no more: the form stays, for those who read it. */
const NOBODY_JSON = sql`'{"name": "", "document": ""}'::json`
/** In a column that takes nothing but the form of a document. No check digit of it is right, so it is nobody's. */
export const NO_DOCUMENT = '00000000000'

const NAMES_CUSTOMER = (table: string): Sql =>
  raw(
    `(${table}.customer_name || ${table}.customer_document || ${table}.customer_email || ${table}.customer_phone <> '')`,
  )

/** Of a sale that names its buyer. */
export const SALE_NAMES = sql`(${NAMES_CUSTOMER('sale')} or sale.shipping is not null)`

const BILLING_CONTACT = sql`exists (
  select from charge where charge.account_id = sale.account_id and charge.sale_id = sale.id
    and (charge.buyer -> 'email' is not null or charge.buyer -> 'phone' is not null or charge.buyer -> 'address' is not null))`

/** Of a sale that says how to reach its buyer, or where they live. */
export const SALE_HAS_CONTACT = sql`(sale.customer_email <> '' or sale.customer_phone <> '' or sale.shipping is not null or ${BILLING_CONTACT})`

export const RECURRENCE_NAMES = sql`(${NAMES_CUSTOMER('recurrence')} or num_nonnulls(recurrence.request_document,
  recurrence.request_account, recurrence.payer_document, recurrence.payer_town) > 0)`
export const RECURRENCE_HAS_CONTACT = sql`(recurrence.customer_email <> '' or recurrence.customer_phone <> '')`

const counted = async (db: Queryable, statement: Sql): Promise<number> => {
  const [row] = await db.query<{ count: number }>(statement)
  return row?.count ?? 0
}

/** `which` speaks of `sale`. */
export const forgetBuyersOfSales = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update sale set customer_name = '', customer_document = '', customer_email = '', customer_phone = '', shipping = null,
        seal = default
      where ${which} and ${SALE_NAMES} returning account_id, id
    ), charges as (
      update charge set buyer = ${NOBODY_JSON}, seal = default from forgotten
      where charge.account_id = forgotten.account_id and charge.sale_id = forgotten.id
    ), transfers as (
      update bank_transfer set payer_document = ${NO_DOCUMENT}, seal = default from forgotten
      where bank_transfer.account_id = forgotten.account_id and bank_transfer.sale_id = forgotten.id
    )
    select count(*)::int as count from forgotten`,
  )

export const forgetContactsOfSales = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update sale set customer_email = '', customer_phone = '', shipping = null, seal = default
      where ${which} and ${SALE_HAS_CONTACT} returning account_id, id
    ), charges as (
      update charge set buyer = json_build_object('name', buyer ->> 'name', 'document', buyer ->> 'document'), seal = default
      from forgotten where charge.account_id = forgotten.account_id and charge.sale_id = forgotten.id
    )
    select count(*)::int as count from forgotten`,
  )

/** `which` speaks of `recurrence`. */
export const forgetPayersOfRecurrences = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update recurrence set customer_name = '', customer_document = '', customer_email = '', customer_phone = '',
        request_branch = null, request_account = null, request_document = null, payer_document = null, payer_town = null,
        seal = default
      where ${which} and ${RECURRENCE_NAMES} returning 1
    )
    select count(*)::int as count from forgotten`,
  )

export const forgetContactsOfRecurrences = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update recurrence set customer_email = '', customer_phone = '', seal = default
      where ${which} and ${RECURRENCE_HAS_CONTACT} returning 1
    )
    select count(*)::int as count from forgotten`,
  )

/** What a seller's server knew of the buyer of a session. `which` speaks of `checkout`. */
export const forgetPrefills = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update checkout set prefill = null, seal = default where ${which} and prefill is not null returning 1
    )
    select count(*)::int as count from forgotten`,
  )

/** Who paid. `which` speaks of `receipt`. */
export const forgetPayers = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update receipt set payer_name = '', payer_document = '', message = null, seal = default
      where ${which} and (payer_name <> '' or payer_document <> '' or message is not null) returning 1
    )
    select count(*)::int as count from forgotten`,
  )

/** To whose key a refund went. `which` speaks of `refund`. */
export const forgetRefundTargets = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update refund set to_pix_key = '', to_document = '', seal = default where ${which} and to_pix_key <> '' returning 1
    )
    select count(*)::int as count from forgotten`,
  )

/** Whom a cashout reached. `which` speaks of `withdrawal`. */
export const forgetRecipients = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update withdrawal set pix_key = '', holder_document = null, description = null, seal = default
      where ${which} and pix_key <> '' returning account_id, id
    ), recipients as (
      delete from payout_recipient using forgotten
      where payout_recipient.account_id = forgotten.account_id and payout_recipient.withdrawal_id = forgotten.id
    )
    select count(*)::int as count from forgotten`,
  )

/** Why a payer disputed a payment, and what the seller answered. `which` speaks of `dispute`. */
export const forgetDisputeTexts = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with defences as (
      update dispute_defence set justification = '', evidence = '[]', seal = default from dispute
      where dispute.account_id = dispute_defence.account_id and dispute.id = dispute_defence.dispute_id and ${which}
        and (justification <> '' or evidence <> '[]') returning 1
    ), reasons as (
      update dispute set psp_reason = null, seal = default where ${which} and psp_reason is not null returning 1
    )
    select ((select count(*) from defences) + (select count(*) from reasons))::int as count`,
  )

/** A key that an account trusts no more. `which` speaks of `payout_beneficiary`. */
export const forgetBeneficiaries = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update payout_beneficiary set pix_key = '', name = '', seal = default
      where ${which} and removed_at is not null and (pix_key <> '' or name <> '') returning 1
    )
    select count(*)::int as count from forgotten`,
  )

/** Credits of the bank's own statements. `which` speaks of `movement`. */
export const forgetMovements = (db: Queryable, which: Sql): Promise<number> =>
  counted(
    db,
    sql`
    with forgotten as (
      update movement set payer_name = '', payer_document = '', message = null, seal = default
      where ${which} and (payer_name <> '' or payer_document <> '' or message is not null) returning 1
    )
    select count(*)::int as count from forgotten`,
  )
