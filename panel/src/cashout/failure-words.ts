// Why a cashout was not paid: words for every code that the gateway gives itself, and for what a PSP says.
import { CASHOUT_FAILURE_WORDS } from '#kernel/text/payment-failure-words.ts'
import { defineWords } from '../words/words.ts'

export const cashoutFailureWords = defineWords('cashout-failures', {
  pt: {
    own: CASHOUT_FAILURE_WORDS.pt,
    reason: 'Motivo: {{message}}',
    ofPsp: {
      account: 'A conta de quem receberia não existe ou não é válida.',
      key: 'A chave Pix não existe. Confira com quem vai receber.',
      other: 'O banco recusou o pagamento.',
    },
    said: 'O banco disse: {{message}}',
  },
  en: {
    own: CASHOUT_FAILURE_WORDS.en,
    reason: 'Reason: {{message}}',
    ofPsp: {
      account: 'The account of the payee does not exist or is not valid.',
      key: 'The Pix key does not exist. Check it with the payee.',
      other: 'The bank refused the payment.',
    },
    said: 'The bank said: {{message}}',
  },
})
