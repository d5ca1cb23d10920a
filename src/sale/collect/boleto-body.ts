// What POST /api/transactions takes for a boleto beside what every sale has. It is judged for boletos only: callers of other methods may
// have sent fields of these names at all times, and they were ignored.
import { type Static, Type } from 'typebox'
import type { BoletoRequest, RequestedBoleto } from '#charge/request.ts'
import { PrintableText } from '#http/schema.ts'
import { isState } from '#kernel/address/states.ts'
import { localDate } from '#kernel/calendar/local-time.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import type { Address } from '#psp/collect/port.ts'

export const AddressForm = Type.Object({
  street: PrintableText({ minLength: 1, maxLength: 200 }),
  number: PrintableText({ minLength: 1, maxLength: 20 }),
  complement: Type.Optional(PrintableText({ maxLength: 100 })),
  district: PrintableText({ minLength: 1, maxLength: 100 }),
  city: PrintableText({ minLength: 1, maxLength: 100 }),
  state: PrintableText({ minLength: 2, maxLength: 2, description: 'Two letters, such as SP' }),
  zipCode: PrintableText({ minLength: 8, maxLength: 9, description: 'Eight digits' }),
})

const DEFAULT_DUE_IN_DAYS = 3

const TermsForm = Type.Object({
  dueDate: Type.Optional(PrintableText({ maxLength: 10, description: 'A day in São Paulo, such as 2026-11-30' })),
  dueInDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_095,
      description: `In the place of dueDate; ${DEFAULT_DUE_IN_DAYS} without both`,
    }),
  ),
  payableDaysAfterDue: Type.Optional(Type.Integer({ minimum: 0, maximum: 120 })),
  fineBasisPoints: Type.Optional(Type.Integer({ minimum: 0, maximum: 200, description: '200 is 2 %' })),
  interestMonthlyBasisPoints: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: '100 is 1 % a month' }),
  ),
  message: Type.Optional(PrintableText({ minLength: 1, maxLength: 80, description: 'What the buyer reads on it' })),
})

const BoletoBody = Type.Object({
  customer: Type.Object({ address: Type.Optional(AddressForm) }),
  boleto: Type.Optional(TermsForm),
})
type BoletoBody = Static<typeof BoletoBody>

/** To be spread into the options of the body's schema. */
export const IF_BOLETO = {
  if: Type.Object({ paymentMethod: Type.Literal('BOLETO') }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: BoletoBody,
}

/** The body has been judged by that schema. */
export function boletoFieldsIn(body: object): Pick<BoletoRequest, 'address' | 'boleto'> {
  const { customer, boleto } = body as BoletoBody
  return { address: addressIn(customer.address), boleto: termsIn(boleto ?? {}) }
}

function termsIn(terms: Static<typeof TermsForm>): RequestedBoleto {
  const { dueDate, dueInDays, payableDaysAfterDue = 0, fineBasisPoints = 0, interestMonthlyBasisPoints = 0 } = terms
  if (dueDate !== undefined && dueInDays !== undefined)
    throw new Failure('INVALID_DATA', 'boleto.dueInDays: is not taken beside boleto.dueDate')
  const day = dueDate === undefined ? null : localDate(dueDate)
  if (dueDate !== undefined && day === null) throw invalid('boleto.dueDate', 'a day, such as 2026-11-30')
  return {
    dueDate: day,
    dueInDays: dueInDays ?? DEFAULT_DUE_IN_DAYS,
    payableDaysAfterDue,
    fineBasisPoints,
    interestMonthlyBasisPoints,
    message: terms.message ?? null,
  }
}

export function addressIn(address: Static<typeof AddressForm> | undefined, field = 'customer.address'): Address | null {
  if (address === undefined) return null
  const { complement = '', state, zipCode, ...others } = address
  const code = state.toUpperCase()
  if (!isState(code)) throw invalid(`${field}.state`, 'the two letters of a Brazilian state')
  const digits = zipCode.replace(/^(\d{5})-(\d{3})$/, '$1$2')
  if (!/^\d{8}$/.test(digits)) throw invalid(`${field}.zipCode`, 'eight digits')
  return { ...others, ...(complement !== '' && { complement }), state: code, zipCode: digits }
}
