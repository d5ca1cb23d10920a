// The sentences about a failed cashout. What the gateway has decided itself is never told as the bank's word, and the bank alone is quoted.
import { isCashoutFailure, NO_REASON } from '#kernel/payment-failure.ts'
import { useWords } from '../words/words.ts'
import { cashoutFailureWords } from './failure-words.ts'

interface Failure {
  code: string
  message: string
}

const OF_PSP = { AC03: 'account', chave_favorecido_nao_encontrada: 'key' } as const
const isKnown = (code: string): code is keyof typeof OF_PSP => Object.hasOwn(OF_PSP, code)

/** One sentence, or two: what happened, and who said why. */
export function useCashoutFailureText(): (failure: Failure) => string[] {
  const t = useWords(cashoutFailureWords)
  return ({ code, message }) => {
    if (isCashoutFailure(code))
      return hasReason(code, message) ? [t(`own.${code}`), t('reason', { message })] : [t(`own.${code}`)]
    return isKnown(code) ? [t(`ofPsp.${OF_PSP[code]}`)] : [t('ofPsp.other'), t('said', { message })]
  }
}

/** A person, or the account's own system, may have written one. */
const hasReason = (code: string, message: string): boolean =>
  (code === 'APPROVAL_REFUSED' || code === 'CHECK_REFUSED') && message !== NO_REASON[code]
