// What needs an operator, counted, and the first few by name. Each is the first page of its own list, so that it is counted in
// the same way there.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAccounts } from '../../api/operator/accounts.ts'
import { useAnomalies, useApprovals } from '../../api/operator/cashouts.ts'
import { useDisputes } from '../../api/operator/disputes.ts'
import { useAlerts, useLedger } from '../../api/operator/gateway.ts'
import { useIncomingPayments } from '../../api/operator/incoming-payment/list.ts'
import { useOutgoingTotals } from '../../api/operator/outgoing.ts'
import { useProposals } from '../../api/operator/proposals.ts'
import { useInbox, usePspAccounts } from '../../api/operator/psps.ts'
import { type ReceiverTotals, useReceiverTotals } from '../../api/operator/receivers.ts'
import { useCases, useCoverage } from '../../api/operator/reconciliation.ts'
import type { Page } from '../../api/page.ts'
import {
  AccountLine,
  AlertLine,
  AnomalyLine,
  CallbackLine,
  CaseLine,
  DisputeLine,
  HeldBackLine,
  ProposalLine,
  PspLine,
  ReceiptLine,
} from './items.tsx'

export const LOOK_EVERY_MS = 20_000
export const MAX = 50
const MAX_NAMED = 3

export interface Waiting {
  name:
    | 'alarms'
    | 'anomalies'
    | 'approvals'
    | 'cashouts'
    | 'refunds'
    | 'disputes'
    | 'defences'
    | 'receipts'
    | 'cases'
    | 'proposals'
    | 'dead'
    | 'psps'
    | 'coverage'
    | 'ledger'
    | 'accounts'
    | 'webhooks'
  /** The list. */
  to: string
  search?: Record<string, string>
  count: number
  /** There are more than were counted. */
  isMore: boolean
  /** The first of them, each with the way to it. */
  things: ReactNode[]
}

interface List<Row> {
  name: Waiting['name']
  list: UseQueryResult<Page<Row>>
  to: string
  search?: Record<string, string>
  thing: (row: Row) => ReactNode
}

function counted<Row>({ name, list, to, search, thing }: List<Row>): Waiting {
  const rows = list.data?.data ?? []
  return {
    name,
    to,
    ...(search !== undefined && { search }),
    count: rows.length,
    isMore: (list.data?.nextCursor ?? null) !== null,
    things: rows.slice(0, MAX_NAMED).map(thing),
  }
}

export type AttentionFound = ReturnType<typeof useAttention>

export function useAttention() {
  const page = { limit: MAX }
  const open = { status: 'open' }
  const alerts = useAlerts({ ...page, ...open }, LOOK_EVERY_MS)
  const anomalies = useAnomalies({ ...page, ...open }, LOOK_EVERY_MS)
  const approvals = useApprovals(page, LOOK_EVERY_MS)
  const disputes = useDisputes({ ...page, status: 'OPEN' }, LOOK_EVERY_MS)
  const defences = useDisputes({ ...page, ...TO_HAND_IN }, LOOK_EVERY_MS)
  const incomingPayments = useIncomingPayments({ ...page, status: 'UNACCEPTED' }, LOOK_EVERY_MS)
  const cases = useCases({ ...page, state: 'OPEN' }, LOOK_EVERY_MS)
  const proposals = useProposals({ ...page, state: 'OPEN' }, LOOK_EVERY_MS)
  const dead = useInbox({ ...page, status: 'dead' }, LOOK_EVERY_MS)
  const psps = usePspAccounts(page, LOOK_EVERY_MS)
  const coverage = useCoverage(LOOK_EVERY_MS)
  const ledger = useLedger(LOOK_EVERY_MS)
  const accounts = useAccounts({ ...page, status: 'PENDING' }, LOOK_EVERY_MS)
  const receivers = useReceiverTotals(LOOK_EVERY_MS)
  const outgoing = useOutgoingTotals(LOOK_EVERY_MS)
  const all = [
    outgoing,
    accounts,
    receivers,
    alerts,
    anomalies,
    approvals,
    disputes,
    defences,
    incomingPayments,
    cases,
    proposals,
    dead,
    psps,
    coverage,
    ledger,
  ]
  // The last trouble of one that answers again is over.
  const troubled = psps.data?.data.filter(one => one.resting) ?? []
  const waiting: Waiting[] = [
    counted({
      name: 'alarms',
      list: alerts,
      to: '/operacao/alarmes',
      search: open,
      thing: alert => <AlertLine key={alert.id} alert={alert} />,
    }),
    counted({
      name: 'anomalies',
      list: anomalies,
      to: '/operacao/anomalias',
      search: open,
      thing: anomaly => <AnomalyLine key={anomaly.uuid} anomaly={anomaly} />,
    }),
    counted({
      name: 'approvals',
      list: approvals,
      to: '/operacao/saques',
      thing: cashout => <HeldBackLine key={cashout.uuid} cashout={cashout} />,
    }),
    {
      ...single('cashouts', OUTGOING, outgoing.data?.cashouts.overdue),
      search: { olderThan: '60' },
    },
    {
      ...single('refunds', OUTGOING, outgoing.data?.refunds.overdue),
      search: { kind: 'refund', olderThan: '60' },
    },
    counted({
      name: 'disputes',
      list: disputes,
      to: '/operacao/disputas',
      search: { status: 'OPEN' },
      thing: dispute => <DisputeLine key={dispute.uuid} dispute={dispute} />,
    }),
    counted({
      name: 'defences',
      list: defences,
      to: '/operacao/disputas',
      search: TO_HAND_IN,
      thing: dispute => <DisputeLine key={dispute.uuid} dispute={dispute} />,
    }),
    counted({
      name: 'receipts',
      list: incomingPayments,
      to: '/operacao/recebimentos',
      search: { status: 'UNACCEPTED' },
      thing: incomingPayment => (
        <ReceiptLine key={`${incomingPayment.accountId}/${incomingPayment.id}`} receipt={incomingPayment} />
      ),
    }),
    counted({
      name: 'cases',
      list: cases,
      to: '/operacao/conciliacao',
      search: { state: 'OPEN' },
      thing: found => <CaseLine key={found.uuid} found={found} />,
    }),
    counted({
      name: 'proposals',
      list: proposals,
      to: '/operacao/propostas',
      search: { state: 'OPEN' },
      thing: proposal => <ProposalLine key={proposal.id} proposal={proposal} />,
    }),
    counted({
      name: 'dead',
      list: dead,
      to: '/operacao/avisos-psp',
      search: { status: 'dead' },
      thing: callback => <CallbackLine key={callback.id} callback={callback} />,
    }),
    {
      ...single('psps', '/operacao/psps', troubled.length),
      things: troubled.slice(0, MAX_NAMED).map(psp => <PspLine key={psp.id} psp={psp} />),
    },
    counted({
      name: 'accounts',
      list: accounts,
      to: '/operacao/contas',
      search: { status: 'PENDING' },
      thing: account => <AccountLine key={account.id} account={account} />,
    }),
    single('webhooks', '/operacao/webhooks', failingOf(receivers.data)),
    single('coverage', '/operacao/cobertura', coverage.data?.data.filter(one => one.covers === false).length),
    single('ledger', '/operacao/razao', ledger.data?.examination?.findings.length),
  ]
  return {
    isPending: all.some(one => one.isPending && !isUnread(one)),
    isUnread: all.some(isUnread),
    retry: () => void Promise.all(all.map(one => one.refetch())),
    waiting: waiting.filter(one => one.count > 0),
  }
}

/** Its newest look came to nothing, also while the next one is under way. */
const isUnread = ({ errorUpdatedAt, dataUpdatedAt }: UseQueryResult) => errorUpdatedAt > dataUpdatedAt

/** What sellers have given to the operator, as no provider takes it. */
const TO_HAND_IN = { status: 'DEFENDED', defence: 'KEPT' }

const OUTGOING = '/operacao/saques/em-andamento'

const failingOf = (totals: ReceiverTotals | undefined) =>
  totals === undefined ? 0 : totals.states.FAILING + totals.states.RESTING

const single = (name: Waiting['name'], to: string, count = 0): Waiting => ({
  name,
  to,
  count,
  isMore: false,
  things: [],
})
