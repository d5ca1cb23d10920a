// The words for every code that the gateway gives itself to a refund that failed, in both languages. Apart from those of cashouts: the panel's
// first page has cashouts and no refunds.
import { isRefundFailure, type RefundFailure } from '../payment-failure.ts'
import { type Failure, wordOfPsp } from './payment-failure-words.ts'

export const REFUND_FAILURE_WORDS = {
  pt: {
    DISPUTED: 'O titular do cartão contestou o pagamento antes de o reembolso ser enviado.',
    TAKEN_BACK: 'O banco retirou o valor do boleto antes de o reembolso ser enviado.',
    NOT_EXECUTED: 'O reembolso não foi feito.',
  },
  en: {
    DISPUTED: 'The cardholder disputed the payment before the refund was sent.',
    TAKEN_BACK: 'The bank took back the money of the boleto before the refund was sent.',
    NOT_EXECUTED: 'The refund was not made.',
  },
} as const satisfies Record<'pt' | 'en', Record<RefundFailure, string>>

/** The PSP has not made a refund, and gave no reason. */
export const SILENT_REFUND_WORDS = {
  pt: 'O banco não devolveu e não disse por quê.',
  en: 'The bank did not return it and did not say why.',
} as const

/** As a table for people in Brazil has it. */
export const refundFailureText = (failure: Failure): string =>
  isRefundFailure(failure.code) ? REFUND_FAILURE_WORDS.pt[failure.code] : (wordOfPsp(failure) ?? SILENT_REFUND_WORDS.pt)
