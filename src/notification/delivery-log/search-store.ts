// What a person may mean who looks for a delivery: a number, uuid or reference of its subject, a document, an amount, or a part
// of a customer's name or e-mail. The body that was sent is searched, so that the search finds what the receiver got.
import sql, { type Sql } from 'sql-template-tag'
import { containing, folded } from '#db/like.ts'
import { type Centavos, toReais } from '#kernel/money.ts'
import { parseDocument } from '#kernel/pix/document.ts'
import { parseWrittenAmount } from '#kernel/text/written-amount.ts'

export interface DeliverySearch {
  /** As it was written, without blanks around it. */
  text: string
  document: string | null
  amount: Centavos | null
  /** Events of carts are not found by who the buyer is: the caller does not read it either. */
  hidesBuyers: boolean
}

export function deliverySearch(q: string, hidesBuyers = false): DeliverySearch | null {
  const text = q.trim()
  if (text === '') return null
  return { text, document: parseDocument(text)?.digits ?? null, amount: parseWrittenAmount(text), hidesBuyers }
}

/** A condition on the row `event`. What is exact is compared as it is; names without accents and case. */
export function searchCondition({ text, document, amount, hidesBuyers }: DeliverySearch): Sql {
  const mayName = hidesBuyers ? sql`event.form <> 'CART'` : sql`true`
  return sql`event.form <> 'TEST' and exists (
    select from (select convert_from(event.body, 'UTF8')::jsonb as told) body
    where lower(${text}) in (told->>'uuid', told->>'saleUuid')
      or ${text} in (told->>'id', told->>'saleId', told->>'externalReference', told->>'externalTransactionId',
        told->>'externalId', told->>'endToEndId', told->>'pixKey', told->>'protocol', told->>'document')
      or told->>'amount' = case event.form when 'WITHDRAWAL' then ${amount === null ? null : toReais(amount)}::text
        else ${amount === null ? null : amount.toString()}::text end
      or ${mayName} and (told->>'customerDocument' = ${document}
        or folded(told->>'customerName') like ${containing(folded(text))}
        or lower(told->>'customerEmail') like ${containing(text.toLowerCase())}))`
}
