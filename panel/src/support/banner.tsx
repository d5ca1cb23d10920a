// At the top of every screen while an operator looks at an account. What it shows is loaded then.
import { lazy, Suspense, useEffect } from 'react'
import { leave, useSupportView } from '../api/account/support.ts'
import { lookedAt } from '../api/chosen-account.ts'

const Banner = lazy(() => import('./shown-banner.tsx').then(({ Banner: shown }) => ({ default: shown })))

export function SupportBanner() {
  const view = useSupportView()
  // The view may have ended while the tab was hidden: this tab would go on requesting an account that is not shown any more.
  useEffect(() => {
    const accountId = lookedAt()
    if (view === null && accountId !== null) leave(accountId)
  }, [view])
  return (
    view && (
      <Suspense>
        <Banner view={view} />
      </Suspense>
    )
  )
}
