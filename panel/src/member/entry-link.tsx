// The link from an audit entry to its subject, where that has a page.

import type { Entry } from '../api/account/activity.ts'
import { detailWords } from '../audit/detail-words.ts'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

export function EntryLink({ entry: { action, subject, subjectId, detail } }: { entry: Entry }) {
  const t = useWords(detailWords)
  const sale = subject === 'sale' ? subjectId : subject === 'refund' ? textIn(detail.sale) : null
  const cashout = subject === 'cashout' ? subjectId : subject === 'anomaly' ? textIn(detail.cashout) : null
  const dispute = subject === 'dispute' ? textIn(detail.dispute) : null
  if (sale !== null)
    return (
      <LinkAnchor to="/vendas/$sale" params={{ sale }} size="sm">
        {t('about.sale')}
      </LinkAnchor>
    )
  if (cashout !== null)
    return (
      <LinkAnchor to="/saques/$cashout" params={{ cashout }} size="sm">
        {t('about.cashout')}
      </LinkAnchor>
    )
  if (dispute !== null)
    return (
      <LinkAnchor to="/contestacoes/$dispute" params={{ dispute }} size="sm">
        {t('about.dispute')}
      </LinkAnchor>
    )
  if (subject === 'webhook' && action !== 'webhook.removed')
    return (
      <LinkAnchor to="/integracoes/webhooks/$webhook" params={{ webhook: subjectId }} size="sm">
        {t('about.webhook')}
      </LinkAnchor>
    )
  return null
}
