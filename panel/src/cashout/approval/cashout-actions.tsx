// The actions of members on a cashout that has not been submitted: approve, reject, cancel.
import { Button } from '@mantine/core'
import { IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../api/access/me.ts'
import type { Action, Cashout } from '../../api/money/cashouts.ts'
import { useWords } from '../../words/words.ts'
import { ActionDialog } from './action-dialog.tsx'
import { actionWords } from './action-words.ts'

/** On a phone they fill their lines. */
const WIDTH = { base: '1 1 auto', sm: 'none' }

export function CashoutActions({ cashout }: { cashout: Cashout }) {
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

/** The actions of this very person: the gateway sends them with the cashout. */
function useActions({ status, you }: Cashout): Action[] {
  const may = useMay('POST /api/withdrawals/:id/cancel')
  return [
    ...(may === true && status === 'PENDING' ? (['cancel'] as const) : []),
    ...(you?.mayReject ? (['reject'] as const) : []),
    ...(you?.mayApprove ? (['approve'] as const) : []),
  ]
}
