// Proposes the end of a hold by hand: its money is free again, or goes to the court.
import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { endHold, type HoldOrder } from '../../api/desk/two.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useWords } from '../../words/words.ts'
import { Act, type ActProps } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import classes from '../desk.module.css'
import { PspSelect } from '../psps/psp-select.tsx'
import { deskWords } from '../words.ts'
import { twoWords } from './words.ts'

export function EndHold({ order, size = 'sm' }: { order: HoldOrder; size?: NonNullable<ActProps['size']> }) {
  const t = useWords(twoWords)
  // Only what a court has ordered goes there, and only what is held.
  const isTakeable = order.reason === 'JUDICIAL' && order.held > 0
  const verbs = isTakeable ? (['lift', 'take'] as const) : (['lift'] as const)
  return (
    <Group gap="xs" className={classes.acts}>
      {verbs.map(verb => (
        <Act
          key={verb}
          size={size}
          label={t(verb)}
          about={order.id}
          dialog={close => <EndDialog order={order} verb={verb} onClose={close} />}
        />
      ))}
    </Group>
  )
}

function EndDialog({ order, verb, onClose }: { order: HoldOrder; verb: 'lift' | 'take'; onClose: () => void }) {
  const t = useWords(twoWords)
  const shared = useWords(deskWords)
  const [amount, setAmount] = useState<number | null>(null)
  const [psp, setPsp] = useState<number | null>(null)
  const ask = { ...(amount !== null && { amount }), ...(psp !== null && { pspAccountId: psp }) }
  return (
    <DecisionDialog
      title={t(verb)}
      verb={t(verb)}
      dangerous={verb === 'take'}
      deed={({ reason }) => endHold(order, verb, { ...ask, reason })}
      said={shared('proposed')}
      onClose={onClose}
    >
      <Text>{t(`${verb}Ask`)}</Text>
      <MoneyInput label={shared('amount')} description={shared('amountAll')} value={amount} onChange={setAmount} />
      {verb === 'take' && <PspSelect label={t('takePsp')} none={t('takePspUsual')} value={psp} onChange={setPsp} />}
    </DecisionDialog>
  )
}
