// The actions of members on a cashout that has not been submitted: approve, reject, cancel.
import { Button } from '@mantine/core'
import { IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../api/access/me.ts'
import type { Action, OneCashout } from '../../api/money/cashouts.ts'
import { useWords } from '../../words/words.ts'
import { ActionDialog } from './action-dialog.tsx'
import { actionWords } from './action-words.ts'

/** On a phone they fill their lines. */
const WIDTH = { base: '1 1 auto', sm: 'none' }

export function CashoutActions({ cashout }: { cashout: OneCashout }) {
  const t = useWords(actionWords)
  const [action, setAction] = useState<Action | null>(null)
  const actions = useActions(cashout)
  return (
    <>
      {actions.includes('cancel') && (
        <Button flex={WIDTH} variant="default" leftSection={<IconBan size={18} />} onClick={() => setAction('cancel')}>
          {t('cancel.action')}
        </Button>
      )}
      {actions.includes('reject') && (
        <Button flex={WIDTH} variant="default" leftSection={<IconX size={18} />} onClick={() => setAction('reject')}>
          {t('reject.action')}
        </Button>
      )}
      {actions.includes('approve') && (
        <Button flex={WIDTH} leftSection={<IconCheck size={18} />} onClick={() => setAction('approve')}>
          {t('approve.action')}
        </Button>
      )}
      {action !== null && <ActionDialog cashout={cashout} action={action} onClose={() => setAction(null)} />}
    </>
  )
}

/** The actions of this very person: the gateway sends them with the cashout. In recovery nothing that may have been sent is ended. */
function useActions({ status, you, progress }: OneCashout): Action[] {
  const may = useMay('POST /api/withdrawals/:id/cancel')
  const mayEnd = progress.stoppedBy !== 'RECOVERY'
  return [
    ...(may === true && mayEnd && status === 'PENDING' ? (['cancel'] as const) : []),
    ...(you?.mayReject && mayEnd ? (['reject'] as const) : []),
    ...(you?.mayApprove ? (['approve'] as const) : []),
  ]
}
