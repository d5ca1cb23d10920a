// What needs a person of the house, counted. Each is the first page of its own list, so that nothing is counted differently there.
import type { UseQueryResult } from '@tanstack/react-query'
import { useAnomalies, useApprovals } from '../../api/desk/cashouts.ts'
import { useDisputes } from '../../api/desk/disputes.ts'
import { useAlarms, useInbox, useLedger, usePspAccounts } from '../../api/desk/house.ts'
import { useReceipts } from '../../api/desk/receipts.ts'
import { useCases, useCoverage } from '../../api/desk/reconciliation.ts'
import { useProposals } from '../../api/desk/two.ts'
import type { Page } from '../../api/page.ts'

export const LOOK_EVERY_MS = 20_000
const MOST = 50

export interface Waiting {
  name:
    | 'alarms'
    | 'anomalies'
    | 'approvals'
    | 'disputes'
    | 'receipts'
    | 'cases'
    | 'proposals'
    | 'dead'
    | 'psps'
    | 'coverage'
    | 'ledger'
  to: string
  search?: Record<string, string>
  count: number
  /** There are more than were counted. */
  isMore: boolean
  deadlineAt?: string | null
}

type Listed = UseQueryResult<Page<unknown>>

export function useAttention() {
  const page = { limit: MOST }
  const disputes = useDisputes({ ...page, status: 'OPEN' }, LOOK_EVERY_MS)
  const psps = usePspAccounts(page, LOOK_EVERY_MS)
  const coverage = useCoverage(LOOK_EVERY_MS)
  const ledger = useLedger(LOOK_EVERY_MS)
  const lists: [Waiting['name'], Listed, string, Record<string, string>?][] = [
    ['alarms', useAlarms({ ...page, status: 'open' }, LOOK_EVERY_MS), '/operacao/alarmes', { status: 'open' }],
    ['anomalies', useAnomalies({ ...page, status: 'open' }, LOOK_EVERY_MS), '/operacao/anomalias', { status: 'open' }],
    ['approvals', useApprovals(page, LOOK_EVERY_MS), '/operacao/saques'],
    ['disputes', disputes, '/operacao/disputas', { status: 'OPEN' }],
    [
      'receipts',
      useReceipts({ ...page, status: 'UNACCEPTED' }, LOOK_EVERY_MS),
      '/operacao/recebimentos',
      { status: 'UNACCEPTED' },
    ],
    ['cases', useCases({ ...page, state: 'OPEN' }, LOOK_EVERY_MS), '/operacao/conciliacao', { state: 'OPEN' }],
    ['proposals', useProposals({ ...page, state: 'OPEN' }, LOOK_EVERY_MS), '/operacao/propostas', { state: 'OPEN' }],
    ['dead', useInbox({ ...page, status: 'dead' }, LOOK_EVERY_MS), '/operacao/avisos-psp', { status: 'dead' }],
  ]
  const all = [...lists.map(([, list]) => list), psps, coverage, ledger]
  const counted = lists.map(([name, list, to, search]) => ({
    name,
    to,
    ...(search !== undefined && { search }),
    count: list.data?.data.length ?? 0,
    isMore: (list.data?.nextCursor ?? null) !== null,
    ...(name === 'disputes' && { deadlineAt: nearest(disputes.data?.data ?? []) }),
  }))
  const others: Waiting[] = [
    single('psps', '/operacao/psps', psps.data?.data.filter(one => one.resting || one.lastTrouble !== null).length),
    single('coverage', '/operacao/cobertura', coverage.data?.data.filter(one => one.covers === false).length),
    single('ledger', '/operacao/razao', ledger.data?.examination?.findings.length),
  ]
  return {
    isPending: all.some(one => one.isPending),
    error: all.find(one => one.isError)?.error ?? null,
    retry: () => void Promise.all(all.map(one => one.refetch())),
    waiting: [...counted, ...others].filter(one => one.count > 0),
  }
}

const single = (name: Waiting['name'], to: string, count = 0): Waiting => ({ name, to, count, isMore: false })

const nearest = (disputes: { deadlineAt: string | null }[]): string | null =>
  disputes
    .flatMap(one => one.deadlineAt ?? [])
    .sort()
    .at(0) ?? null
