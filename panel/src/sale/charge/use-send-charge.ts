// Sends a charge, and goes on to its page. However often it is sent, one filling makes one charge.
import type { UseFormReturnType } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { type ChargeRequest, useCharge } from '../../api/money/sales.ts'
import { Problem } from '../../api/problem.ts'
import { useWords } from '../../words/words.ts'
import { chargeWords } from './charge-words.ts'

export interface Draft {
  amount: number | null
  customerName: string
  description: string
}

export const NO_DRAFT: Draft = { amount: null, customerName: '', description: '' }

export function useSendCharge(form: UseFormReturnType<Draft>) {
  const t = useWords(chargeWords)
  const navigate = useNavigate()
  const { mutate, isPending, isSlow, repeat, error } = useCharge()
  const send = (draft: Draft) =>
    mutate(requestOf(draft), {
      onSuccess: ({ uuid }) => void navigate({ to: '/vendas/$sale/cobranca', params: { sale: uuid } }),
      onError: refused => {
        if (isAboutAmount(refused)) form.setFieldError('amount', t('onlyFee'))
      },
    })
  return { send, isPending, isSlow, repeat, error: isAboutAmount(error) ? null : error }
}

const isAboutAmount = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'GENERAL_ERROR' && error.field === 'amount'

function requestOf({ amount, customerName, description }: Draft): ChargeRequest {
  if (amount === null) throw new Error('a charge without an amount')
  const [name, text] = [customerName.trim(), description.trim()]
  return { amount, ...(name !== '' && { customerName: name }), ...(text !== '' && { description: text }) }
}
