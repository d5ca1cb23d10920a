// The sentences about a failed cashout. What the gateway has decided itself is never told as the bank's word, and the bank alone is quoted.
import { isCashoutFailure } from '#kernel/payment-failure.ts'
import { pspCashoutFailure, writtenReason } from '#kernel/text/payment-failure-words.ts'
import { useWords } from '../words/words.ts'
import { cashoutFailureWords } from './failure-words.ts'

interface Failure {
  code: string
  message: string
}

/** One sentence, or two: what happened, and who said why. */
export function useCashoutFailureText(): (failure: Failure) => string[] {
  const t = useWords(cashoutFailureWords)
  return failure => {
    const { code } = failure
    if (!isCashoutFailure(code)) {
      const { word, quoted } = pspCashoutFailure(failure)
      return [t(`ofPsp.${word}`), ...(quoted === null ? [] : [t('said', { message: quoted })])]
    }
    const reason = writtenReason(failure)
    return [t(`own.${code}`), ...(reason === null ? [] : [t('reason', { message: reason })])]
  }
}
