// Proposes the end of a hold by hand: its money is free again, or goes to the court.
import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { endHold, type HoldOrder } from '../../../api/operator/proposals.ts'
import { MoneyInput } from '../../../ui/forms/money-input.tsx'
import { useWords } from '../../../words/words.ts'
import classes from '../../operator.module.css'
import { PspSelect } from '../../psp/psp-select.tsx'
import { Act, type ActProps } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { operatorWords } from '../../words.ts'
import { twoWords } from '../words.ts'

export function EndHold({ order, size = 'sm' }: { order: HoldOrder; size?: NonNullable<ActProps['size']> }) {
  const t = useWords(twoWords)
  // Only a hold by court order is paid to the court, and only the held amount.
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
  const shared = useWords(operatorWords)
  const [amount, setAmount] = useState<number | null>(null)
  const [psp, setPsp] = useState<number | null>(null)
  const request = { ...(amount !== null && { amount }), ...(psp !== null && { pspAccountId: psp }) }
  return (
    <DecisionDialog
      title={t(verb)}
      verb={t(verb)}
      dangerous={verb === 'take'}
      action={({ reason }) => endHold(order, verb, { ...request, reason })}
      message={shared('proposed')}
      onClose={onClose}
    >
      <Text>{t(`${verb}Ask`)}</Text>
      <MoneyInput label={shared('amount')} description={shared('amountAll')} value={amount} onChange={setAmount} />
      {verb === 'take' && <PspSelect label={t('takePsp')} none={t('takePspUsual')} value={psp} onChange={setPsp} />}
    </DecisionDialog>
  )
}
