// Why a refund did not happen: words for every code that the gateway gives itself, and for what a PSP says.
import { defineWords } from '../../words/words.ts'

export const refundFailureWords = defineWords('refund-failures', {
  pt: {
    own: {
      DISPUTED: 'O titular do cartão contestou o pagamento antes de o reembolso ser enviado.',
      NOT_EXECUTED: 'O reembolso não foi feito.',
    },
    said: 'O banco não devolveu e disse: “{{message}}”.',
    decides: 'A contestação decide com quem fica o valor.',
    notLeft: 'Este reembolso não tirou nada da sua conta.',
  },
  en: {
    own: {
      DISPUTED: 'The cardholder disputed the payment before the refund was sent.',
      NOT_EXECUTED: 'The refund was not made.',
    },
    said: 'The bank did not return it and said: “{{message}}”.',
    decides: 'The dispute decides who gets the amount.',
    notLeft: 'This refund took nothing from your account.',
  },
})
