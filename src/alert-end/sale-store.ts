// When alerts about money that comes in, and about its way back, are over.
import sql, { type Sql } from 'sql-template-tag'
import type { SALE_ALERTS } from '#alert/catalogue/sale.ts'
import { HOUR_MS, later } from '#kernel/time.ts'
import type { Ends } from './end-by-code.ts'

const receiptIs = (condition: Sql): Sql => sql`
  exists (select from receipt where receipt.account_id = raised.account_id and receipt.id = raised.number and ${condition})`

/** Or what was decided is under way: where that fails another alert says so. */
const isDecided = (): Sql => receiptIs(sql`status <> 'UNACCEPTED'`)

const refundHasEnded = (): Sql => sql`
  exists (select from refund where refund.account_id = raised.account_id and psp_refund_id = raised.id
    and end_to_end_id = raised.known ->> 'endToEndId' and status <> 'PENDING')`

/** Nothing is to be closed any more, at the PSP either. */
const isClosed = (): Sql => sql`
  exists (select from sale where sale.account_id = raised.account_id and sale.id = raised.number
    and status not in ('PENDENTE', 'EM_PROCESSAMENTO'))
  and not exists (select from charge where charge.account_id = raised.account_id and sale_id = raised.number and state <> 'ENDED')`

const isCredited = (): Sql => sql`
  exists (select from charge where charge.account_id = raised.account_id and sale_id = raised.number and paid_centavos is not null)`

const disputesHaveEnded = (ofWhat: Sql): Sql => sql`
  (select bool_and(status not in ('OPEN', 'DEFENDED')) from dispute
    where dispute.account_id = raised.account_id and ${ofWhat})`

const isOn = (now: Date): Sql => sql`
  exists (select from account where account.id = raised.number and coalesce(cards_off_until <= ${now}, true))`

/** No decline for an hour: then there is nothing unusual about them. */
const isQuiet = (now: Date): Sql => sql`
  not exists (select from charge where method = 'card' and decline is not null and created_at > ${later(now, -HOUR_MS)})`

export const SALE_ENDS: Ends<keyof typeof SALE_ALERTS> = {
  CHARGE_NOT_AS_REQUESTED: 'person',
  BOLETO_NOT_MADE: () => sql`
    exists (select from charge where psp_account_id = raised.number and charge_id is not null and created_at > raised.last_at)`,
  CARD_TESTING_SUSPECTED: isOn,
  CARD_TESTING_EVERYWHERE: isQuiet,
  // Of what no sale accepted the dispute names no sale.
  CARD_TAKEN_BACK: () =>
    disputesHaveEnded(
      sql`end_to_end_id = concat('C', raised.known ->> 'pspAccountId', '-', raised.known ->> 'chargeId')`,
    ),
  SALE_NOT_CLOSED: isClosed,
  BOLETO_AMOUNT_UNKNOWN: isCredited,
  BOLETO_CONFIRMED_BY_HAND: 'person',
  CARD_CONFIRMED_BY_HAND: 'person',
  CARD_GOES_BACK: () => receiptIs(sql`status not in ('UNACCEPTED', 'RETURNING')`),
  BOLETO_TAKEN_BACK: 'person',
  TRANSFER_UNCERTAIN: isDecided,
  TRANSFER_CONTRADICTED: 'person',
  MOVEMENTS_UNCLEAR: () => sql`
    not exists (select from movement where psp_account_id = raised.number and state = 'UNCLEAR')`,
  PAYMENT_UNMATCHED: isDecided,
  PAYMENT_OF_LOST_SALE: isDecided,
  RETURN_FAILED: () => receiptIs(sql`status not in ('UNACCEPTED', 'RETURNING')`),
  REFUND_BLOCKED_AT_PSP: refundHasEnded,
  REFUND_WITHOUT_END: refundHasEnded,
  CARD_REFUND_UNCERTAIN: refundHasEnded,
  REFUND_CONFLICT: 'person',
  REFUND_TWO_ENDS: 'person',
  PSP_INITIATED_REFUND: 'person',
  // But for what did not go back after all, which whoever has raised it sees.
  UNMATCHED_MONEY_RETURNED: 'person',
  DISPUTED_MONEY_RETURNED: () => disputesHaveEnded(sql`receipt_id = raised.number`),
  PSP_ENTRY_NOT_BOOKED: () => sql`
    exists (select from receipt where psp_account_id = raised.number and end_to_end_id = raised.known ->> 'endToEndId')`,
}
