// Whether what should lie at each provider lies there.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { type Coverage, lookAtCoverage, useCoverage } from '../../api/desk/reconciliation.ts'
import { Moment } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { PspLink } from '../parts.tsx'
import { PlainTable } from '../plain-table.tsx'
import { PspSelect } from '../psps/psp-select.tsx'
import { deskWords } from '../words.ts'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { reconciliationDeskWords } from './words.ts'

export function CoveragePage() {
  const t = useWords(reconciliationDeskWords)
  return (
    <>
      <PageHeader
        title={t('coverage')}
        description={t('coverageDescription')}
        actions={<Act label={t('look')} dialog={close => <LookDialog onClose={close} />} />}
      />
      <ReconciliationTabs />
      <PlainTable
        caption={t('coverage')}
        columns={useColumns()}
        rowKey={({ pspAccountId }) => pspAccountId}
        list={useCoverage()}
      />
    </>
  )
}

/** Of any provider, also one that nobody has looked at yet. */
function LookDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(reconciliationDeskWords)
  const [psp, setPsp] = useState<number | null>(null)
  return (
    <DecisionDialog
      title={t('look')}
      verb={t('look')}
      withoutReason
      ready={psp !== null}
      deed={() => lookAtCoverage(psp ?? 0)}
      onClose={onClose}
    >
      <Text>{t('lookAsk')}</Text>
      <PspSelect label={t('pspNumber')} value={psp} onChange={setPsp} />
    </DecisionDialog>
  )
}

function Covers({ covers }: Pick<Coverage, 'covers'>) {
  const t = useWords(reconciliationDeskWords)
  if (covers === null) return <StatusBadge tone="quiet">{t('covers.unknown')}</StatusBadge>
  return <StatusBadge tone={covers ? 'good' : 'bad'}>{t(covers ? 'covers.yes' : 'covers.no')}</StatusBadge>
}

function useColumns(): Column<Coverage>[] {
  const t = useWords(reconciliationDeskWords)
  const shared = useWords(deskWords)
  return [
    { id: 'psp', header: shared('psp'), cell: ({ pspAccountId }) => <PspLink id={pspAccountId} /> },
    { id: 'covers', header: shared('status'), cell: ({ covers }) => <Covers covers={covers} /> },
    { id: 'expected', header: t('expected'), isNumber: true, cell: ({ expected }) => <Money centavos={expected} /> },
    { id: 'inFlight', header: t('inFlight'), isNumber: true, cell: ({ inFlight }) => <Money centavos={inFlight} /> },
    { id: 'balance', header: t('balance'), isNumber: true, cell: ({ balance }) => <Money centavos={balance} /> },
    { id: 'at', header: t('checkedAt'), cell: ({ checkedAt }) => <Moment at={checkedAt} /> },
    {
      id: 'act',
      header: shared('choice'),
      cell: ({ pspAccountId }) => (
        <Act
          size="xs"
          label={t('look')}
          about={String(pspAccountId)}
          dialog={close => (
            <DecisionDialog
              title={t('look')}
              verb={t('look')}
              withoutReason
              deed={() => lookAtCoverage(pspAccountId)}
              onClose={close}
            >
              <Text>{t('lookAsk')}</Text>
            </DecisionDialog>
          )}
        />
      ),
    },
  ]
}
