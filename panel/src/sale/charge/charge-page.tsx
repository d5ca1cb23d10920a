// A member charges a buyer: an amount, and a text by which the sale is recognised. The page of the sale then shows the code.

import { stopOfCharges } from '../../account/standing/standing.ts'
import { Stopped } from '../../account/standing/stopped.tsx'
import { useAccount } from '../../api/access/session.ts'
import { DeniedState, ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { PageIfMay } from '../../ui/layout/if-may.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { useWords } from '../../words/words.ts'
import { ChargeWays } from './charge-ways.tsx'
import { chargeWords } from './charge-words.ts'

const FORM_HEIGHT = 360

export function ChargePage() {
  const t = useWords(chargeWords)
  return (
    <PageIfMay route="POST /api/sales" title={t('title')}>
      <PageHeader
        title={t('title')}
        description={t('description')}
        above={<BackLink to="/vendas">{t('back')}</BackLink>}
      />
      <Charge />
    </PageIfMay>
  )
}

function Charge() {
  const { data: account, error, isPending, isLoadingError, refetch } = useAccount()
  if (isPending) return <LoadingBlock height={FORM_HEIGHT} />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  if (account === null) return <DeniedState />
  const stop = stopOfCharges(account)
  return stop === null ? <ChargeWays account={account} /> : <Stopped stop={stop} />
}
