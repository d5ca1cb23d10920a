// What the people of the account can do with a cashout that has not been sent: approve it, reject it, take it back.
import { Button } from '@mantine/core'
import { IconBan, IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { Cashout, Deed } from '../api/cashouts.ts'
import { useMay } from '../api/me.ts'
import { useWords } from '../words/words.ts'
import { DeedDialog } from './deed-dialog.tsx'
import { deedWords } from './deed-words.ts'

/** On a phone they fill their lines. */
const WIDTH = { base: '1 1 auto', sm: 'none' }

export function CashoutDeeds({ cashout }: { cashout: Cashout }) {
  const t = useWords(deedWords)
  const [deed, setDeed] = useState<Deed | null>(null)
  const deeds = useDeeds(cashout)
  return (
    <>
      {deeds.includes('cancel') && (
        <Button flex={WIDTH} variant="default" leftSection={<IconBan size={18} />} onClick={() => setDeed('cancel')}>
          {t('cancel.action')}
        </Button>
      )}
      {deeds.includes('reject') && (
        <Button flex={WIDTH} variant="default" leftSection={<IconX size={18} />} onClick={() => setDeed('reject')}>
          {t('reject.action')}
        </Button>
      )}
      {deeds.includes('approve') && (
        <Button flex={WIDTH} leftSection={<IconCheck size={18} />} onClick={() => setDeed('approve')}>
          {t('approve.action')}
        </Button>
      )}
      {deed !== null && <DeedDialog cashout={cashout} deed={deed} onClose={() => setDeed(null)} />}
    </>
  )
}

/** What this very person may do: the gateway says so with the cashout. */
function useDeeds({ status, you }: Cashout): Deed[] {
  const may = useMay('POST /api/withdrawals/:id/cancel')
  return [
    ...(may === true && status === 'PENDING' ? (['cancel'] as const) : []),
    ...(you?.mayReject ? (['reject'] as const) : []),
    ...(you?.mayApprove ? (['approve'] as const) : []),
  ]
}
