// The sentences about a failed cashout. What the gateway has decided itself is never told as the bank's word, and the bank alone is quoted.
import { isCashoutFailure } from '#kernel/payment-failure.ts'
import { writtenReason } from '#kernel/text/payment-failure-words.ts'
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
  return failure => {
    const { code, message } = failure
    if (!isCashoutFailure(code))
      return isKnown(code) ? [t(`ofPsp.${OF_PSP[code]}`)] : [t('ofPsp.other'), t('said', { message })]
    const reason = writtenReason(failure)
    return [t(`own.${code}`), ...(reason === null ? [] : [t('reason', { message: reason })])]
  }
}
