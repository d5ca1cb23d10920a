// Compares the balance at each PSP with the expected one.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { type Coverage, lookAtCoverage, useCoverage } from '../../api/operator/reconciliation.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { PspSelect } from '../psp/psp-select.tsx'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { PspLink } from '../shared/parts.tsx'
import { PlainTable } from '../shared/plain-table.tsx'
import { operatorWords } from '../words.ts'
import { ReconciliationTabs } from './reconciliation-tabs.tsx'
import { reconciliationOperatorWords } from './words.ts'

export function CoveragePage() {
  const t = useWords(reconciliationOperatorWords)
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

/** Of any PSP, also one that was not checked yet. */
function LookDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(reconciliationOperatorWords)
  const [psp, setPsp] = useState<number | null>(null)
  const lookMessage = useLookMessage()
  return (
    <DecisionDialog
      title={t('look')}
      verb={t('look')}
      withoutReason
      ready={psp !== null}
      action={() => lookAtCoverage(psp ?? 0)}
      message={lookMessage}
      onClose={onClose}
    >
      <Text>{t('lookAsk')}</Text>
      <PspSelect label={t('pspNumber')} value={psp} onChange={setPsp} />
    </DecisionDialog>
  )
}

function useLookMessage() {
  const t = useWords(reconciliationOperatorWords)
  return (answer: unknown) => {
    const { balance, trouble } = answer as Coverage
    if (trouble !== null) return t('noAnswer')
    return t(balance === null ? 'untold' : 'looked')
  }
}

function Covers({ coverage: { covers, trouble } }: { coverage: Coverage }) {
  const t = useWords(reconciliationOperatorWords)
  if (covers === null)
    return (
      <>
        <StatusBadge tone={trouble === null ? 'quiet' : 'attention'}>{t('covers.unknown')}</StatusBadge>
        {trouble !== null && (
          <Text size="sm" c="dimmed" lang="en">
            {trouble}
          </Text>
        )}
      </>
    )
  return <StatusBadge tone={covers ? 'good' : 'bad'}>{t(covers ? 'covers.yes' : 'covers.no')}</StatusBadge>
}

function useColumns(): Column<Coverage>[] {
  const t = useWords(reconciliationOperatorWords)
  const shared = useWords(operatorWords)
  const lookMessage = useLookMessage()
  return [
    { id: 'psp', header: shared('psp'), cell: ({ pspAccountId }) => <PspLink id={pspAccountId} /> },
    { id: 'covers', header: shared('status'), cell: coverage => <Covers coverage={coverage} /> },
    { id: 'expected', header: t('expected'), isNumber: true, cell: ({ expected }) => <Money centavos={expected} /> },
    { id: 'owed', header: t('owed'), isNumber: true, cell: ({ owed }) => <Money centavos={owed} /> },
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
              action={() => lookAtCoverage(pspAccountId)}
              message={lookMessage}
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
