// The steps of a cashout request: written, checked, confirmed, sent. A refusal about a field leads back to that field; after a
// lost answer the same request is sent again.
import { type UseFormReturnType, useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Account, accountQuery } from '../../api/access/session.ts'
import { useRequestCashout } from '../../api/money/cashouts.ts'
import { Problem } from '../../api/problem.ts'
import { queryClient } from '../../api/query-client.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { usePixKeyTypeName } from '../../ui/values/use-pix-key-type-name.ts'
import { useWords } from '../../words/words.ts'
import { amountProblem, type Draft, EMPTY, keyProblem, requestOf, typeOf } from './draft.ts'
import { requestWords } from './request-words.ts'
import { useAmountWords } from './use-amount-words.ts'

export type RequestForm = UseFormReturnType<Draft>

export function useRequest(account: Account, available: number) {
  const form = useRequestForm(account, available)
  const [isReviewing, setReviewing] = useState(false)
  const navigate = useNavigate()
  const t = useWords(requestWords)
  const fieldError = useFieldError(account)
  const { mutate, isPending, isSuccess, error, reset, isSlow, repeat } = useRequestCashout()

  const send = () =>
    mutate(requestOf(form.getValues(), account), {
      onSuccess: ({ uuid }) => {
        notifications.show({ message: t('done') })
        void navigate({ to: '/saques/$cashout', params: { cashout: uuid }, replace: true })
      },
      onError: refused => {
        const about = fieldError(refused, form.getValues())
        if (about === null) return
        // Its fees or limits may be others by now.
        void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
        setReviewing(false)
        reset()
        form.setFieldError(about.field, about.message)
        focusSoon(form, about.field)
      },
    })
  return {
    form,
    isReviewing,
    review: form.onSubmit(
      () => setReviewing(true),
      errors => focusSoon(form, Object.keys(errors)[0]),
    ),
    change: () => {
      setReviewing(false)
      reset()
    },
    send,
    isPending,
    isUnsent: form.isDirty() && !isPending && !isSuccess,
    error,
    isSlow,
    repeat,
  }
}

function useRequestForm(account: Account, available: number): RequestForm {
  const t = useWords(requestWords)
  const typeName = usePixKeyTypeName()
  const amountWords = useAmountWords(account, available)
  return useForm<Draft>({
    mode: 'controlled',
    initialValues: EMPTY,
    validate: {
      pixKey: (_, draft) => {
        const problem = keyProblem(draft)
        const type = typeOf(draft)
        return problem && t(`invalid.${problem}`, type === null ? {} : { type: typeName(type) })
      },
      amount: (_, draft) => {
        const problem = amountProblem(draft, account, available)
        return problem && amountWords(problem, draft)
      },
    },
  })
}

const FIELDS = ['pixKey', 'amount', 'description', 'externalReference'] as const
type Field = (typeof FIELDS)[number]

/** The gateway's refusal about a field, in words that stand beside it. */
function useFieldError(account: Account) {
  const t = useWords(requestWords)
  const amountError = useAmountError(account)
  return (error: unknown, sum: Draft): { field: Field; message: string } | null => {
    if (!(error instanceof Problem)) return null
    const field = FIELDS.find(one => one === error.field)
    if (field === undefined) return null
    if (field === 'amount') return { field, message: amountError(error, sum) }
    if (field === 'pixKey') return { field, message: t('invalid.keyRefused') }
    const isTaken = field === 'externalReference' && error.code === 'CONFLICT'
    return { field, message: t(isTaken ? 'invalid.referenceTaken' : 'invalid.textRefused') }
  }
}

function useAmountError(account: Account) {
  const t = useWords(requestWords)
  const problemText = useProblemText()
  const amountWords = useAmountWords(account, 0)
  return (error: Problem, sum: Draft): string => {
    if (error.code === 'CONFLICT') return t('invalid.feeChanged')
    // The gateway is configured to answer with one of the two codes.
    const isLow = error.code === 'MINIMUM_VALUE' || error.code === 'TRANSFER_NOT_ALLOWED'
    return isLow ? amountWords('belowLeast', sum) : problemText(error)
  }
}

/** When the form is there again. */
const focusSoon = (form: RequestForm, field: string | undefined): void => {
  if (field !== undefined) requestAnimationFrame(() => form.getInputNode(field)?.focus())
}
