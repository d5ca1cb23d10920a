// What a person may do about a debit: change it, name its amount, skip or cancel it, order a further try.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RestrictedRoute } from '../../api/may.ts'
import type { Debit } from '../../api/recurrence/debits.ts'
import type { Recurrence } from '../../api/recurrence/recurrences.ts'
import { IfMay } from '../../ui/layout/if-may.tsx'
import { useWords } from '../../words/words.ts'
import { actionWords } from './action-words.ts'
import { CancelDebitDialog } from './cancel-debit-dialog.tsx'
import { ChangeDebitDialog } from './change-debit-dialog.tsx'
import { RetryDialog } from './retry-dialog.tsx'
import { isOpenTry, mayBeTriedAgain } from './tries.ts'
import { wayToCancel } from './way-to-cancel.ts'

export interface OfDebit {
  recurrence: Recurrence
  debit: Debit
}

type Act = 'change' | 'cancel' | 'retry'

const ROUTES: Record<Act, RestrictedRoute> = {
  change: 'PATCH /api/recurrences/:id/debits/:txid',
  cancel: 'POST /api/recurrences/:id/debits/:txid/cancel',
  retry: 'POST /api/recurrences/:id/debits/:txid/retentativas',
}

export function DebitActions({ recurrence, debit }: OfDebit) {
  const t = useWords(actionWords)
  const [open, setOpen] = useState<Act | null>(null)
  const close = () => setOpen(null)
  const names: Record<Act, string> = {
    change: t(debit.amount === null ? 'amount.action' : 'amount.change'),
    cancel: t(`cancelDebit.${wayToCancel(debit)}.action`),
    retry: t('retry.action'),
  }
  return (
    <>
      {actsOf({ recurrence, debit }).map(act => (
        <IfMay key={act} route={ROUTES[act]}>
          <Button
            variant={act === 'change' && debit.amount === null ? 'filled' : 'default'}
            size="xs"
            onClick={() => setOpen(act)}
          >
            {names[act]}
          </Button>
        </IfMay>
      ))}
      {open === 'change' && <ChangeDebitDialog recurrence={recurrence} debit={debit} onClose={close} />}
      {open === 'cancel' && <CancelDebitDialog recurrence={recurrence} debit={debit} onClose={close} />}
      {open === 'retry' && <RetryDialog recurrence={recurrence} debit={debit} onClose={close} />}
    </>
  )
}

function actsOf({ recurrence, debit }: OfDebit): Act[] {
  const { status, tentativas, cancelamentoPedidoEm } = debit
  // Until its bank has answered there is nothing to be done.
  if (cancelamentoPedidoEm !== null) return []
  const isWaiting = tentativas.some(isOpenTry)
  const hasFailed = tentativas.some(one => !isOpenTry(one))
  const acts: [Act, boolean][] = [
    ['change', status === 'PLANEJADA'],
    ['cancel', status === 'PLANEJADA' || status === 'CRIADA' || (status === 'ATIVA' && !(isWaiting && hasFailed))],
    ['retry', mayBeTriedAgain(recurrence, debit)],
  ]
  return acts.filter(([, is]) => is).map(([act]) => act)
}
