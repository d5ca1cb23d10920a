// Why a cashout was not paid: words for every code that the gateway gives itself, and for what a PSP says.
import { defineWords } from '../words/words.ts'

export const cashoutFailureWords = defineWords('cashout-failures', {
  pt: {
    own: {
      INVALID_PIX_KEY: 'A chave Pix não pode existir para o tipo escolhido, e nada foi enviado ao banco.',
      TOO_MANY_UNKNOWN_KEYS:
        'Muitas chaves que não existem foram pedidas há pouco nesta conta, e por isso esta não foi enviada ao banco. Confira as chaves e peça de novo em alguns minutos.',
      APPROVAL_REFUSED: 'O saque não foi aprovado.',
      APPROVAL_EXPIRED: 'Ninguém aprovou a tempo.',
      CHECK_REFUSED: 'O sistema de conferência da conta recusou.',
      RELEASED: 'O pagamento não foi confirmado, e o valor foi devolvido.',
      REFUSED: 'O banco recusou o pagamento e não disse por quê.',
    },
    reason: 'Motivo: {{message}}',
    ofPsp: {
      account: 'A conta de quem receberia não existe ou não é válida.',
      key: 'A chave Pix não existe. Confira com quem vai receber.',
      other: 'O banco recusou o pagamento.',
    },
    said: 'O banco disse: {{message}}',
  },
  en: {
    own: {
      INVALID_PIX_KEY: 'The Pix key cannot exist for the chosen type, and nothing was sent to the bank.',
      TOO_MANY_UNKNOWN_KEYS:
        'Many keys that do not exist were requested from this account a short while ago, so that this one was not sent to the bank. Check the keys and request it again in some minutes.',
      APPROVAL_REFUSED: 'The cashout was not approved.',
      APPROVAL_EXPIRED: 'Nobody approved it in time.',
      CHECK_REFUSED: 'The account’s checking system refused it.',
      RELEASED: 'The payment was not confirmed, and the amount was given back.',
      REFUSED: 'The bank refused the payment and did not say why.',
    },
    reason: 'Reason: {{message}}',
    ofPsp: {
      account: 'The account of the payee does not exist or is not valid.',
      key: 'The Pix key does not exist. Check it with the payee.',
      other: 'The bank refused the payment.',
    },
    said: 'The bank said: {{message}}',
  },
})
