// Why a cashout was not paid: words for every code that the gateway gives itself, and for what a PSP says.
import { CASHOUT_FAILURE_WORDS, PSP_CASHOUT_FAILURE_WORDS } from '#kernel/text/payment-failure-words.ts'
import { defineWords } from '../words/words.ts'

export const cashoutFailureWords = defineWords('cashout-failures', {
  pt: {
    own: CASHOUT_FAILURE_WORDS.pt,
    reason: 'Motivo: {{message}}',
    ofPsp: PSP_CASHOUT_FAILURE_WORDS.pt,
    said: 'O banco disse: {{message}}',
  },
  en: {
    own: CASHOUT_FAILURE_WORDS.en,
    reason: 'Reason: {{message}}',
    ofPsp: PSP_CASHOUT_FAILURE_WORDS.en,
    said: 'The bank said: {{message}}',
  },
})
