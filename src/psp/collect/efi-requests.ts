// What Efí's API of charges is asked for, in its form.
import { toCentsNumber } from '#kernel/money.ts'
import { parseDocument } from '#kernel/pix/document.ts'
import type { Address, BoletoRequest, Buyer, CardRequest, ChargeQuery, OpenRequest, PageRequest } from './port.ts'

const MAX_NAME = 255
/** Efí refuses a third charge that looks like two others: the end of our reference keeps them apart. */
const REF_CHARACTERS = 6

export function openBody({ ref, amount, title, noticeUrl }: OpenRequest): object {
  const mark = ` ${ref.slice(-REF_CHARACTERS)}`
  const name = title.slice(0, MAX_NAME - mark.length) + mark
  const item = { name, value: toCentsNumber(amount), amount: 1 }
  return { items: [item], metadata: { custom_id: ref, notification_url: noticeUrl } }
}

export function boletoBody({ buyer, dueOn, message, ...terms }: BoletoRequest): object {
  const { payableDaysAfterDue, fineBasisPoints, interestMonthlyBasisPoints } = terms
  const configurations = {
    days_to_write_off: payableDaysAfterDue,
    ...(fineBasisPoints > 0 && { fine: fineBasisPoints }),
    ...(interestMonthlyBasisPoints > 0 && { interest: interestOf(interestMonthlyBasisPoints) }),
  }
  const billet = {
    customer: customerOf(buyer),
    expire_at: dueOn,
    configurations,
    ...(message !== undefined && { message }),
  }
  return { payment: { banking_billet: billet } }
}

/** In thousandths of a percent, where a fine is in hundredths. */
const interestOf = (basisPoints: number) => ({ value: basisPoints * 10, type: 'monthly' })

const PHONE = /^[1-9]{2}9?\d{8}$/

function customerOf({ name, document, email, phone, address }: Buyer): object {
  const digits = phone?.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '') ?? ''
  return {
    ...personOf(name, document),
    ...(email !== undefined && { email }),
    ...(PHONE.test(digits) && { phone_number: digits }),
    ...(address !== undefined && { address: addressOf(address) }),
  }
}

const personOf = (name: string, document: string): object =>
  parseDocument(document)?.kind === 'CNPJ'
    ? { juridical_person: { corporate_name: name, cnpj: document } }
    : { name, cpf: document }

const addressOf = ({ street, number, complement, district, city, state, zipCode }: Address) => ({
  street,
  number,
  neighborhood: district,
  zipcode: zipCode,
  city,
  ...(complement !== undefined && complement !== '' && { complement }),
  state,
})

/** A debit card and the way back are known to the sandbox bank alone. */
export function cardBody(request: CardRequest, isSandbox: boolean): object {
  const { buyer, billingAddress = buyer.address, installments, token, funding, returnUrl } = request
  const { address: _address, ...customer } = buyer
  const card = {
    customer: customerOf(customer),
    installments,
    payment_token: token,
    ...(billingAddress !== undefined && { billing_address: addressOf(billingAddress) }),
    ...(isSandbox && returnUrl !== undefined && { return_url: returnUrl }),
  }
  return { payment: isSandbox && funding === 'debit' ? { debit_card: card } : { credit_card: card } }
}

const MAX_MESSAGE = 80

/** The way back is known to the sandbox bank alone: of Efí's page nothing leads back. */
export const pageBody = ({ expiresOn, message, returnUrl }: PageRequest, isSandbox: boolean): object => ({
  payment_method: 'credit_card',
  expire_at: expiresOn,
  request_delivery_address: false,
  ...(message !== undefined && { message: message.slice(0, MAX_MESSAGE) }),
  ...(isSandbox && returnUrl !== undefined && { return_url: returnUrl }),
})

const CHARGE_TYPES = { boleto: 'billet', card: 'card' } as const
const DATES = { created: 'creation', paid: 'payment' } as const

/** Its pages count from 1. */
export const listQuery = ({ from, to, by, method }: ChargeQuery, page: number, itemsPerPage: number): string =>
  String(
    new URLSearchParams({
      charge_type: CHARGE_TYPES[method],
      begin_date: from,
      end_date: to,
      date_of: DATES[by],
      limit: String(itemsPerPage),
      page: String(page + 1),
    }),
  )
