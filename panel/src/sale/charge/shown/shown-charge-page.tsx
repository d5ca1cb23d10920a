// A charge as it is shown at the counter: the code to pay, or where to transfer the amount, and, as soon as the bank reports it, what the
// seller needs to hand over the goods.
import { getRouteApi } from '@tanstack/react-router'
import { type SaleWithLife, useOpenSale } from '../../../api/money/sales.ts'
import { ErrorState, LoadingPage } from '../../../ui/feedback/states.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { BackLink } from '../../../ui/navigation/back-link.tsx'
import { useWords } from '../../../words/words.ts'
import { isNeverPaid } from '../../status.ts'
import { ChangedCharge, EndedCharge, PaidCharge, StartingCharge } from './charge-outcomes.tsx'
import { shownWords } from './shown-words.ts'
import { WaitingCharge } from './waiting-charge.tsx'
import { WaitingTransfer } from './waiting-transfer.tsx'

const route = getRouteApi('/shell/vendas/$sale/cobranca')

export function ShownChargePage() {
  const t = useWords(shownWords)
  const { sale: id } = route.useParams()
  const { data: sale, error, isPending, isLoadingError, refetch } = useOpenSale(id)
  if (isPending) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('title')} above={<BackLink to="/vendas/nova">{t('back')}</BackLink>} />
      {isLoadingError ? <ErrorState error={error} retry={() => void refetch()} /> : <Charge sale={sale} />}
    </>
  )
}

function Charge({ sale }: { sale: SaleWithLife }) {
  if (sale.status === 'PENDENTE' && sale.pixKey !== null) return <WaitingCharge sale={sale} code={sale.pixKey} />
  if (sale.status === 'PENDENTE' && sale.bankTransfer !== undefined)
    return <WaitingTransfer sale={sale} payee={sale.bankTransfer} />
  if (sale.status === 'PENDENTE' || sale.status === 'EM_PROCESSAMENTO') return <StartingCharge />
  if (isNeverPaid(sale)) return <EndedCharge sale={sale} />
  return sale.status === 'PAGO' && sale.refundedAmount === 0 ? (
    <PaidCharge sale={sale} />
  ) : (
    <ChangedCharge sale={sale} />
  )
}
