// The subject of a line: how it is searched for, and its own page.
import type { Line } from '../api/money/statement.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NUMBER = /^[1-9]\d{0,15}$/

/** A payment that came in has no uuid: "pix-12". */
const INCOMING_PAYMENT = /^pix-([1-9]\d{0,15})$/

export const isReference = (text: string): boolean =>
  UUID.test(text) || NUMBER.test(text) || INCOMING_PAYMENT.test(text)

/** A bare number is the number of a sale: the numbers of other subjects are not searched for. */
export function referenceQuery(text: string): { reference: string; referenceType?: string } {
  const receipt = INCOMING_PAYMENT.exec(text)?.[1]
  if (receipt !== undefined) return { reference: receipt, referenceType: 'receipt' }
  return NUMBER.test(text) ? { reference: text, referenceType: 'sale' } : { reference: text }
}

/** The sale of a line, also through its refund or its dispute where the gateway names it. */
export function saleOf(reference: Line['reference'] & { saleUuid?: string | null }): string | null {
  return reference.type === 'sale' ? reference.uuid : (reference.saleUuid ?? null)
}
