// Assigns a transfer to one of the sales that it may be for, with what agrees and what does not; or undoes that.
import { Text } from '@mantine/core'
import type { IncomingPayment } from '../../api/operator/incoming-payment/list.ts'
import {
  assignTransfer,
  type Candidate,
  undoAssignment,
  useCandidates,
} from '../../api/operator/incoming-payment/transfers.ts'
import { ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
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
  const describe = useDescription()
  const found = useCandidates(receipt)
  if (found.isPending) return <LoadingPage />
  if (found.isError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const payable = found.data.filter(({ agrees }) => agrees.amount)
  return (
    <DecisionDialog
      title={t('assign')}
      verb={t('assign')}
      ready={payable.length > 0}
      choices={payable.map(candidate => ({
        id: candidate.saleUuid,
        label: `${candidate.customer.name} · ${candidate.reference}`,
        help: describe(candidate),
      }))}
      action={({ reason, choice }) =>
        assignTransfer(receipt, payable.find(({ saleUuid }) => saleUuid === choice) as Candidate, reason)
      }
      onClose={onClose}
    >
      <Facts
        facts={[
          { name: t('payer'), value: receipt.payer.name || '–' },
          { name: t('amount'), value: <Money centavos={receipt.amount} /> },
          receipt.message === null ? null : { name: t('message'), value: receipt.message },
        ]}
      />
      <Text>{t(payable.length === 0 ? 'none' : 'ask')}</Text>
    </DecisionDialog>
  )
}

/** What agrees and what does not, in words. */
function useDescription(): (candidate: Candidate) => string {
  const t = useWords(assignWords)
  const { locale } = useLanguage()
  return ({ accountName, amount, agrees, takesTwo }) =>
    [
      accountName,
      moneyText(amount, locale),
      t(agrees.reference ? 'reference.yes' : 'reference.no'),
      t(agrees.document === null ? 'document.unknown' : agrees.document ? 'document.yes' : 'document.no'),
      ...(agrees.isOpen ? [] : [t('ended')]),
      ...(takesTwo ? [t('takesTwo')] : []),
    ].join(' · ')
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
