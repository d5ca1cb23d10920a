// The operator's pages: their addresses, whose filters can be shared. All of them are behind one access check.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { DEFENCE_STATUSES, DISPUTE_STATUSES } from '../dispute/status.ts'
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { accountRoutes } from './account-routes.ts'
import {
  ACCOUNT_STATUSES,
  ALERT_FILTERS,
  ANOMALY_FILTERS,
  CALLBACK_STATUSES,
  CASE_STATES,
  HOLD_STATES,
  INCOMING_PAYMENT_STATUSES,
  PROPOSAL_STATES,
  UNMATCHED_REASONS,
} from './filters.ts'
import { gatewayRoutes } from './gateway-routes.ts'
import { oneFilter, onlyCursor, operatorRoute, parent } from './root.ts'

const startRoute = createRoute({
  ...parent,
  path: '/',
  component: lazyRouteComponent(() => import('./start/start-page.tsx'), 'StartPage'),
})

const accountsRoute = createRoute({
  ...parent,
  path: '/contas',
  validateSearch: (raw: RawSearch) =>
    defined({
      q: textIn(raw, 'q'),
      status: oneOf(raw, 'status', ACCOUNT_STATUSES),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./account/accounts-page.tsx'), 'AccountsPage'),
})

const approvalsRoute = createRoute({
  ...parent,
  path: '/saques',
  validateSearch: (raw: RawSearch) => defined({ accountId: textIn(raw, 'accountId'), ...onlyCursor(raw) }),
  component: lazyRouteComponent(() => import('./cashout/approvals-page.tsx'), 'ApprovalsPage'),
})

const anomaliesRoute = createRoute({
  ...parent,
  path: '/anomalias',
  validateSearch: oneFilter('status', ANOMALY_FILTERS),
  component: lazyRouteComponent(() => import('./cashout/anomalies-page.tsx'), 'AnomaliesPage'),
})
const anomalyRoute = createRoute({
  ...parent,
  path: '/anomalias/$anomaly',
  component: lazyRouteComponent(() => import('./cashout/anomaly-page.tsx'), 'AnomalyPage'),
})

const disputesRoute = createRoute({
  ...parent,
  path: '/disputas',
  validateSearch: (raw: RawSearch) =>
    defined({
      status: oneOf(raw, 'status', DISPUTE_STATUSES),
      defence: oneOf(raw, 'defence', DEFENCE_STATUSES),
      userId: textIn(raw, 'userId'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./dispute/disputes-page.tsx'), 'DisputesPage'),
})
const disputeRoute = createRoute({
  ...parent,
  path: '/disputas/$dispute',
  component: lazyRouteComponent(() => import('./dispute/dispute-page.tsx'), 'DisputePage'),
})

const receiptsRoute = createRoute({
  ...parent,
  path: '/recebimentos',
  validateSearch: (raw: RawSearch) =>
    defined({
      status: oneOf(raw, 'status', INCOMING_PAYMENT_STATUSES),
      reason: oneOf(raw, 'reason', UNMATCHED_REASONS),
      accountId: textIn(raw, 'accountId'),
      /** That one alone. */
      id: textIn(raw, 'id'),
      q: textIn(raw, 'q'),
      from: dayIn(raw, 'from'),
      to: dayIn(raw, 'to'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./incoming-payment/incoming-payments-page.tsx'), 'ReceiptsPage'),
})

const casesRoute = createRoute({
  ...parent,
  path: '/conciliacao',
  validateSearch: (raw: RawSearch) =>
    defined({
      state: oneOf(raw, 'state', CASE_STATES),
      reconciliationId: textIn(raw, 'reconciliationId'),
      accountId: textIn(raw, 'accountId'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./reconciliation/cases-page.tsx'), 'CasesPage'),
})
const caseRoute = createRoute({
  ...parent,
  path: '/conciliacao/$case',
  component: lazyRouteComponent(() => import('./reconciliation/case-page.tsx'), 'CasePage'),
})
const runsRoute = createRoute({
  ...parent,
  path: '/comparacoes',
  validateSearch: onlyCursor,
  component: lazyRouteComponent(() => import('./reconciliation/runs-page.tsx'), 'RunsPage'),
})
const daysRoute = createRoute({
  ...parent,
  path: '/dias',
  validateSearch: onlyCursor,
  component: lazyRouteComponent(() => import('./reconciliation/days-page.tsx'), 'DaysPage'),
})
const coverageRoute = createRoute({
  ...parent,
  path: '/cobertura',
  component: lazyRouteComponent(() => import('./reconciliation/coverage-page.tsx'), 'CoveragePage'),
})

const proposalsRoute = createRoute({
  ...parent,
  path: '/propostas',
  validateSearch: oneFilter('state', PROPOSAL_STATES),
  component: lazyRouteComponent(() => import('./proposal/proposals-page.tsx'), 'ProposalsPage'),
})
const holdsRoute = createRoute({
  ...parent,
  path: '/bloqueios',
  validateSearch: (raw: RawSearch) =>
    defined({
      state: oneOf(raw, 'state', HOLD_STATES),
      accountId: textIn(raw, 'accountId'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./proposal/holds/holds-page.tsx'), 'HoldsPage'),
})

const alertsRoute = createRoute({
  ...parent,
  path: '/alarmes',
  validateSearch: oneFilter('status', ALERT_FILTERS),
  component: lazyRouteComponent(() => import('./gateway/alerts/alerts-page.tsx'), 'AlertsPage'),
})
const ledgerRoute = createRoute({
  ...parent,
  path: '/razao',
  component: lazyRouteComponent(() => import('./gateway/ledger/ledger-page.tsx'), 'LedgerPage'),
})
const auditRoute = createRoute({
  ...parent,
  path: '/auditoria',
  validateSearch: (raw: RawSearch) =>
    defined({
      action: textIn(raw, 'action'),
      userId: textIn(raw, 'userId'),
      subject: textIn(raw, 'subject'),
      from: dayIn(raw, 'from'),
      to: dayIn(raw, 'to'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./gateway/audit/audit-page.tsx'), 'AuditPage'),
})

const pspsRoute = createRoute({
  ...parent,
  path: '/psps',
  validateSearch: onlyCursor,
  component: lazyRouteComponent(() => import('./psp/psps-page.tsx'), 'PspsPage'),
})
const inboxRoute = createRoute({
  ...parent,
  path: '/avisos-psp',
  validateSearch: (raw: RawSearch) =>
    defined({ psp: textIn(raw, 'psp'), ...oneFilter('status', CALLBACK_STATUSES)(raw) }),
  component: lazyRouteComponent(() => import('./psp/inbox-page.tsx'), 'InboxPage'),
})

export const operatorTree = operatorRoute.addChildren([
  startRoute,
  accountsRoute,
  ...accountRoutes,
  approvalsRoute,
  anomaliesRoute,
  anomalyRoute,
  disputesRoute,
  disputeRoute,
  receiptsRoute,
  casesRoute,
  caseRoute,
  runsRoute,
  daysRoute,
  coverageRoute,
  proposalsRoute,
  holdsRoute,
  alertsRoute,
  ledgerRoute,
  auditRoute,
  pspsRoute,
  inboxRoute,
  ...gatewayRoutes,
])
