// Sends a charge, and goes on to its page. However often it is sent, one filling makes one charge.
import { useNavigate } from '@tanstack/react-router'
import { type ChargeRequest, useCharge } from '../../../api/money/sales.ts'
import { Problem } from '../../../api/problem.ts'
import { useWords } from '../../../words/words.ts'
import { quickWords } from '../quick-words.ts'

export interface Draft {
  amount: number | null
  customerName: string
  description: string
  /** Of a transfer. */
  customerDocument?: string
}

export const NO_DRAFT: Draft = { amount: null, customerName: '', description: '' }

/** `refuse`: says what is wrong with the amount. */
export function useSendCharge(refuse: (fault: string) => void) {
  const t = useWords(quickWords)
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, isSlow, repeat, error } = useCharge()
  const send = (draft: Draft) =>
    mutate(requestOf(draft), {
      onSuccess: ({ uuid }) => void navigate({ to: '/vendas/$sale/cobranca', params: { sale: uuid } }),
      onError: refused => {
        if (isAboutAmount(refused)) refuse(t('onlyFee'))
      },
    })
  return { send, isPending, isSuccess, isSlow, repeat, error: isAboutAmount(error) ? null : error }
}

const isAboutAmount = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'GENERAL_ERROR' && error.field === 'amount'

function requestOf({ amount, customerName, description, customerDocument }: Draft): ChargeRequest {
  if (amount === null) throw new Error('a charge without an amount')
  const [name, text] = [customerName.trim(), description.trim()]
  return {
    amount,
    ...(customerDocument !== undefined && { paymentMethod: 'TRANSFER', customerDocument }),
    ...(name !== '' && { customerName: name }),
    ...(text !== '' && { description: text }),
  }
}
