// The sentences about a refund that did not happen. A PSP alone is quoted; where a dispute has taken its place, nobody is promised the money.
import { isRefundFailure } from '#kernel/payment-failure.ts'
import { wordOfPsp } from '#kernel/text/payment-failure-words.ts'
import { useWords } from '../../words/words.ts'
import { refundFailureWords } from './failure-words.ts'

interface Failure {
  code: string
  message: string
}

export function useRefundFailureText() {
  const t = useWords(refundFailureWords)
  const why = (failure: Failure): string => {
    if (isRefundFailure(failure.code)) return t(`own.${failure.code}`)
    const message = wordOfPsp(failure)
    return message === null ? t('silent') : t('said', { message })
  }
  return {
    why,
    /** As its seller reads it: with what it means for the money. */
    ofSeller: (failure: Failure): string => `${why(failure)} ${t(failure.code === 'DISPUTED' ? 'decides' : 'notLeft')}`,
  }
}
