// Assigns a transfer to one of the sales that it may be for, with what agrees and what does not; or undoes that.
import { Modal, Text } from '@mantine/core'
import type { IncomingPayment } from '../../api/operator/incoming-payment/list.ts'
import {
  assignTransfer,
  type Candidate,
  undoAssignment,
  useCandidates,
} from '../../api/operator/incoming-payment/transfers.ts'
import { ErrorState, LoadingRows } from '../../ui/feedback/states.tsx'
import { Facts } from '../../ui/layout/section.tsx'
import { Money, moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { assignWords } from './assign-words.ts'

interface AssignDialogProps {
  receipt: IncomingPayment
  onClose: () => void
}

export function AssignDialog({ receipt, onClose }: AssignDialogProps) {
  const t = useWords(assignWords)
  const found = useCandidates(receipt)
  if (found.data !== undefined) return <Assign receipt={receipt} candidates={found.data} onClose={onClose} />
  return (
    <Modal opened title={t('assign')} onClose={onClose}>
      {found.isLoadingError ? <ErrorState error={found.error} retry={() => void found.refetch()} /> : <LoadingRows />}
    </Modal>
  )
}

/** A sale is paid whole, and once; one that was cancelled may be paid after all. */
const isPayable = ({ agrees, status }: Candidate) => agrees.amount && (status === 'PENDENTE' || status === 'CANCELADO')

const nameOf = ({ customer, reference }: Candidate) => `${customer.name} · ${reference}`

function Assign({ receipt, candidates, onClose }: AssignDialogProps & { candidates: Candidate[] }) {
  const t = useWords(assignWords)
  const describe = useDescription()
  const [payable, others] = [candidates.filter(isPayable), candidates.filter(one => !isPayable(one))]
  return (
    <DecisionDialog
      title={t('assign')}
      verb={t('assign')}
      ready={payable.length > 0}
      choices={payable.map(one => ({ id: one.saleUuid, label: nameOf(one), help: describe(one) }))}
      action={({ reason, choice }) =>
        assignTransfer(receipt, payable.find(({ saleUuid }) => saleUuid === choice) as Candidate, reason)
      }
      message={answer => t(isReceipt(answer) ? 'assigned' : 'proposed')}
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t('payer'), value: [receipt.payer.name, receipt.payer.document].filter(Boolean).join(' · ') || '–' },
          { name: t('amount'), value: <Money centavos={receipt.amount} /> },
          receipt.message === null ? null : { name: t('message'), value: receipt.message },
        ]}
      />
      {others.length > 0 && (
        <div>
          <Text fw={600}>{t('others')}</Text>
          {others.map(one => (
            <Text key={one.saleUuid} size="sm">
              {nameOf(one)} · {describe(one)}
            </Text>
          ))}
        </div>
      )}
      <Text>{t(payable.length === 0 ? 'none' : 'ask')}</Text>
    </DecisionDialog>
  )
}

/** What another operator has to confirm is answered with its proposal. */
const isReceipt = (answer: unknown) => typeof answer === 'object' && answer !== null && 'endToEndId' in answer

const documentAgrees = (agrees: boolean | null) => (agrees === null ? 'unknown' : agrees ? 'yes' : 'no')

/** What agrees and what does not, in words. */
function useDescription(): (candidate: Candidate) => string {
  const t = useWords(assignWords)
  const { locale } = useLanguage()
  return ({ accountName, amount, agrees, status, takesTwo }) =>
    [
      accountName,
      agrees.amount ? t('amountAgrees') : t('otherAmount', { amount: moneyText(amount, locale) }),
      t(`reference.${agrees.reference ? 'yes' : 'no'}`),
      t(`document.${documentAgrees(agrees.document)}`),
      !agrees.isOpen && t(status === 'CANCELADO' ? 'ended' : 'over'),
      takesTwo && t('takesTwo'),
    ]
      .filter(Boolean)
      .join(' · ')
}

export function UndoDialog({ receipt, onClose }: AssignDialogProps) {
  const t = useWords(assignWords)
  return (
    <DecisionDialog
      title={t('undo')}
      verb={t('undo')}
      dangerous
      action={({ reason }) => undoAssignment(receipt, reason)}
      onClose={onClose}
    >
      <Text>{t('undoAsk')}</Text>
    </DecisionDialog>
  )
}
