// What a line is about: how one is asked for, and where its own screen is.
import type { Line } from '../api/money/statement.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NUMBER = /^[1-9]\d{0,15}$/

/** A payment that came in has no uuid: "pix-12". */
const INCOMING_PAYMENT = /^pix-([1-9]\d{0,15})$/

export const isReference = (text: string): boolean =>
  UUID.test(text) || NUMBER.test(text) || INCOMING_PAYMENT.test(text)

/** A bare number is one of a sale: other things have numbers too, and nobody means those. */
export function referenceQuery(text: string): { reference: string; referenceType?: string } {
  const receipt = INCOMING_PAYMENT.exec(text)?.[1]
  if (receipt !== undefined) return { reference: receipt, referenceType: 'receipt' }
  return NUMBER.test(text) ? { reference: text, referenceType: 'sale' } : { reference: text }
}

/** The sale that a line is about, also through its refund or its dispute where the gateway tells that. */
export function saleOf(reference: Line['reference'] & { saleUuid?: string | null }): string | null {
  return reference.type === 'sale' ? reference.uuid : (reference.saleUuid ?? null)
}
