// Why a refund did not happen: words for every code that the gateway gives itself, and for what a PSP says.
import { REFUND_FAILURE_WORDS, SILENT_REFUND_WORDS } from '#kernel/text/refund-failure-words.ts'
import { defineWords } from '../../words/words.ts'

export const refundFailureWords = defineWords('refund-failures', {
  pt: {
    own: REFUND_FAILURE_WORDS.pt,
    silent: SILENT_REFUND_WORDS.pt,
    said: 'O banco não devolveu e disse: “{{message}}”.',
    decides: 'A contestação decide com quem fica o valor.',
    notLeft: 'Este reembolso não tirou nada da sua conta.',
  },
  en: {
    own: REFUND_FAILURE_WORDS.en,
    silent: SILENT_REFUND_WORDS.en,
    said: 'The bank did not return it and said: “{{message}}”.',
    decides: 'The dispute decides who gets the amount.',
    notLeft: 'This refund took nothing from your account.',
  },
})
