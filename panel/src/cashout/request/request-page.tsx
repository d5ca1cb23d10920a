// The request for a cashout, in two steps: written, and confirmed.
import { delayOfCashouts, stopOfCashouts } from '../../account/standing/standing.ts'
import { Delayed, Stopped } from '../../account/standing/stopped.tsx'
import { useMay } from '../../api/access/me.ts'
import { type Account, useAccount } from '../../api/access/session.ts'
import { useBalance } from '../../api/account/balance.ts'
import { DeniedState, ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { Unsaved } from '../../ui/forms/unsaved.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { useWords } from '../../words/words.ts'
import { costOf } from './draft.ts'
import { RequestForm } from './request-form.tsx'
import { RequestReview } from './request-review.tsx'
import { requestWords } from './request-words.ts'
import { useRequest } from './use-request.ts'

const FORM_HEIGHT = 480

export function RequestPage() {
  const t = useWords(requestWords)
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        above={<BackLink to="/saques">{t('back')}</BackLink>}
      />
      <Allowed />
    </>
  )
}

function Allowed() {
  const account = useAccount()
  const balance = useBalance()
  const may = useMay('POST /api/withdrawals')
  if (account.isPending || balance.isPending || may === null) return <LoadingBlock height={FORM_HEIGHT} />
  // The form keeps the key of a request whose answer was lost: it stays, although a look at the balance failed meanwhile.
  if (account.isLoadingError) return <ErrorState error={account.error} retry={() => void account.refetch()} />
  if (balance.isLoadingError) return <ErrorState error={balance.error} retry={() => void balance.refetch()} />
  if (account.data === null || !may) return <DeniedState />
  const stop = stopOfCashouts(account.data)
  if (stop !== null) return <Stopped stop={stop} />
  const delay = delayOfCashouts(account.data)
  return (
    <>
      {delay !== null && <Delayed delay={delay} />}
      <Request account={account.data} available={balance.data.available} />
    </>
  )
}

function Request({ account, available }: { account: Account; available: number }) {
  const { form, isReviewing, review, change, isPending, isUnsent, ...sending } = useRequest(account, available)
  const draft = form.getValues()
  const cost = costOf(draft, account)
  return (
    <>
      {!isReviewing || cost === null ? (
        <RequestForm form={form} account={account} available={available} onSubmit={review} />
      ) : (
        <RequestReview {...sending} draft={draft} cost={cost} pending={isPending} onBack={change} />
      )}
      <Unsaved when={isUnsent} />
    </>
  )
}
