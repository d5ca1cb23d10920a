// The words for every code that the gateway gives itself to a cashout that failed, and for those of PSPs that people meet, in both languages: of the
// panel and of the files that people take from it. What else a PSP says is quoted as it is.
import { type CashoutFailure, isCashoutFailure, NO_REASON } from '../payment-failure.ts'

export const CASHOUT_FAILURE_WORDS = {
  pt: {
    INVALID_PIX_KEY: 'A chave Pix não pode existir para o tipo escolhido, e nada foi enviado ao banco.',
    TOO_MANY_UNKNOWN_KEYS:
      'Muitas chaves que não existem foram pedidas há pouco nesta conta, e por isso esta não foi enviada ao banco. Confira as chaves e peça de novo em alguns minutos.',
    APPROVAL_REFUSED: 'O saque não foi aprovado.',
    APPROVAL_EXPIRED: 'Ninguém aprovou a tempo.',
    CHECK_REFUSED: 'O sistema de conferência da conta recusou.',
    RELEASED: 'O pagamento não foi confirmado, e o valor foi devolvido.',
    REFUSED: 'O banco recusou o pagamento e não disse por quê.',
  },
  en: {
    INVALID_PIX_KEY: 'The Pix key cannot exist for the chosen type, and nothing was sent to the bank.',
    TOO_MANY_UNKNOWN_KEYS:
      'Many keys that do not exist were requested from this account a short while ago, so that this one was not sent to the bank. Check the keys and request it again in some minutes.',
    APPROVAL_REFUSED: 'The cashout was not approved.',
    APPROVAL_EXPIRED: 'Nobody approved it in time.',
    CHECK_REFUSED: 'The account’s checking system refused it.',
    RELEASED: 'The payment was not confirmed, and the amount was given back.',
    REFUSED: 'The bank refused the payment and did not say why.',
  },
} as const satisfies Record<'pt' | 'en', Record<CashoutFailure, string>>

/** `other` is followed by what the PSP says, if it says anything. */
export const PSP_CASHOUT_FAILURE_WORDS = {
  pt: {
    account: 'A conta de quem receberia não existe ou não é válida.',
    key: 'A chave Pix não existe. Confira com quem vai receber.',
    other: 'O banco recusou o pagamento.',
  },
  en: {
    account: 'The account of the payee does not exist or is not valid.',
    key: 'The Pix key does not exist. Check it with the payee.',
    other: 'The bank refused the payment.',
  },
} as const

export interface Failure {
  code: string
  message: string
}

/** What a person, or the account's own system, has written; null: nothing. */
export const writtenReason = ({ code, message }: Failure): string | null =>
  (code === 'APPROVAL_REFUSED' || code === 'CHECK_REFUSED') && message !== NO_REASON[code] ? message : null

const KINDS = { AC03: 'account', chave_favorecido_nao_encontrada: 'key' } as const
const isKnown = (code: string): code is keyof typeof KINDS => Object.hasOwn(KINDS, code)

/** Of a code that is not the gateway's own: its word, and what is quoted beside it. */
export const pspCashoutFailure = ({
  code,
  message,
}: Failure): { word: 'account' | 'key' | 'other'; quoted: string | null } =>
  isKnown(code) ? { word: KINDS[code], quoted: null } : { word: 'other', quoted: wordOfPsp({ code, message }) }

/** null: it gave its code alone, which is no sentence. */
export const wordOfPsp = ({ code, message }: Failure): string | null => (message === code ? null : message)

/** As a table for people in Brazil has it. */
export function cashoutFailureText(failure: Failure): string {
  const { code } = failure
  if (!isCashoutFailure(code)) {
    const { word, quoted } = pspCashoutFailure(failure)
    return [PSP_CASHOUT_FAILURE_WORDS.pt[word], ...(quoted === null ? [] : [`O banco disse: ${quoted}`])].join(' ')
  }
  const reason = writtenReason(failure)
  return [CASHOUT_FAILURE_WORDS.pt[code], ...(reason === null ? [] : [`Motivo: ${reason}`])].join(' ')
}
