// A refusal in a dialog about recurring PIX: beside the field that it names, or as a sentence of its own. What has no reason is left to
// the dialog.
import { Problem } from '../../api/problem.ts'
import { useWords } from '../../words/words.ts'
import { reasonWords } from './reason-words.ts'
import { useReasonText } from './use-reason-text.ts'

interface Refusal<Field extends string> {
  fields: Partial<Record<Field, string>>
  whole: string | null
  others: unknown
}

/**
 * `known`: the fields of the dialog, as the gateway names them. `unanswered`: what it means here that the provider did not answer, where
 * the request may have been made all the same.
 */
export function useRefusal<Field extends string>(
  error: unknown,
  known: readonly Field[],
  unanswered: string | null = null,
): Refusal<Field> {
  const t = useWords(reasonWords)
  const reasonText = useReasonText()
  const isUnanswered = error instanceof Problem && error.code === 'PSP_UNAVAILABLE'
  const text = isUnanswered ? unanswered : reasonText(error)
  const field = error instanceof Problem ? known.find(one => one === error.field) : undefined
  if (field !== undefined)
    return { fields: { [field]: text ?? t('notAccepted') } as Refusal<Field>['fields'], whole: null, others: null }
  return { fields: {}, whole: text, others: text === null ? error : null }
}
