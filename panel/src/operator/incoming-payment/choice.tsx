// What a person can decide about money that arrived, in the list and on the page of its sale.
import { Group } from '@mantine/core'
import type { IncomingPayment } from '../../api/operator/incoming-payment/list.ts'
import { useWords } from '../../words/words.ts'
import classes from '../operator.module.css'
import { Act } from '../shared/action-button.tsx'
import { AssignDialog, UndoDialog } from './assign-dialog.tsx'
import { assignWords } from './assign-words.ts'
import { labelOf, ReceiptDialog } from './incoming-payment-dialog.tsx'
import { receiptOperatorWords } from './words.ts'

export function Choice({ receipt }: { receipt: IncomingPayment }) {
  const t = useWords(assignWords)
  if (receipt.status === 'UNACCEPTED') return mustWait(receipt) ? '–' : <Decide receipt={receipt} />
  if (receipt.status !== 'ACCEPTED' || receipt.decision?.decision !== 'ASSIGN') return '–'
  return (
    <Act
      size="xs"
      label={t('undo')}
      about={receipt.endToEndId}
      dialog={close => <UndoDialog receipt={receipt} onClose={close} />}
    />
  )
}

/** What is refused is not offered. */
const mustWait = (receipt: IncomingPayment) => receipt.takenBack === 'contested' || receipt.mayBeOfBoletoUntil !== null

const verbsOf = ({ takenBack }: IncomingPayment) =>
  takenBack === 'refunded' ? (['return'] as const) : (['return', 'credit'] as const)

function Decide({ receipt: incomingPayment }: { receipt: IncomingPayment }) {
  const assigning = useWords(assignWords)
  const t = useWords(receiptOperatorWords)
  return (
    <Group gap="xs" className={classes.acts}>
      {incomingPayment.reason === 'UNCERTAIN_TRANSFER' && (
        <Act
          size="xs"
          label={assigning('assign')}
          about={incomingPayment.endToEndId}
          dialog={close => <AssignDialog receipt={incomingPayment} onClose={close} />}
        />
      )}
      {verbsOf(incomingPayment).map(verb => (
        <Act
          key={verb}
          size="xs"
          label={t(labelOf(verb, incomingPayment))}
          about={incomingPayment.endToEndId}
          dialog={close => <ReceiptDialog receipt={incomingPayment} verb={verb} onClose={close} />}
        />
      ))}
    </Group>
  )
}
