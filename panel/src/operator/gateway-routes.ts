// Routes of the operator's pages about the whole gateway: its limits, its recovery, its PSPs, invitations of sellers, outgoing
// payments, and the pages of single entries of its lists.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readStatementSearch } from '../statement/search.ts'
import { cursorIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import {
  AUTHORITY_KINDS,
  LEGAL_STATES,
  MONITORING_RULES,
  MONITORING_VIEWS,
  MOVEMENT_STATES,
  OUTGOING_AGES,
  OUTGOING_STATUSES,
  RECEIVER_STATES,
  VIEW_FILTERS,
} from './filters.ts'
import { oneFilter, onlyCursor, parent } from './root.ts'

const limitsRoute = createRoute({
  ...parent,
  path: '/limites',
  component: lazyRouteComponent(() => import('./gateway/limits-page.tsx'), 'LimitsPage'),
})
const channelsRoute = createRoute({
  ...parent,
  path: '/canais',
  component: lazyRouteComponent(() => import('./gateway/channels/channels-page.tsx'), 'ChannelsPage'),
})
const privacyRoute = createRoute({
  ...parent,
  path: '/dados-pessoais',
  component: lazyRouteComponent(() => import('./privacy/privacy-page.tsx'), 'OperatorPrivacyPage'),
})
const recoveryRoute = createRoute({
  ...parent,
  path: '/recuperacao',
  component: lazyRouteComponent(() => import('./recovery/recovery-page.tsx'), 'RecoveryPage'),
})
const invitationsRoute = createRoute({
  ...parent,
  path: '/convites',
  validateSearch: onlyCursor,
  component: lazyRouteComponent(() => import('./invitation/invitations-page.tsx'), 'InvitationsPage'),
})
const operatorsRoute = createRoute({
  ...parent,
  path: '/operadores',
  component: lazyRouteComponent(() => import('./invitation/operators-page.tsx'), 'OperatorsPage'),
})
const stuckRecurrencesRoute = createRoute({
  ...parent,
  path: '/recorrencias',
  component: lazyRouteComponent(() => import('./recurrence/stuck-page.tsx'), 'StuckRecurrencesPage'),
})
const operatorRecurrenceRoute = createRoute({
  ...parent,
  path: '/recorrencias/$recurrence',
  component: lazyRouteComponent(() => import('./recurrence/recurrence-page.tsx'), 'RecurrencePage'),
})
const saleRoute = createRoute({
  ...parent,
  path: '/vendas/$sale',
  component: lazyRouteComponent(() => import('./sale/sale-page.tsx'), 'SalePage'),
})
const newPspRoute = createRoute({
  ...parent,
  path: '/psps/novo',
  component: lazyRouteComponent(() => import('./psp/new-psp-page.tsx'), 'NewPspPage'),
})
const pspRoute = createRoute({
  ...parent,
  path: '/psps/$psp',
  component: lazyRouteComponent(() => import('./psp/psp-page.tsx'), 'PspPage'),
})
const statementRoute = createRoute({
  ...parent,
  path: '/psps/$psp/extrato',
  validateSearch: oneFilter('state', MOVEMENT_STATES),
  component: lazyRouteComponent(() => import('./psp/transfer/statement-page.tsx'), 'StatementPage'),
})
const callbackRoute = createRoute({
  ...parent,
  path: '/avisos-psp/$callback',
  component: lazyRouteComponent(() => import('./psp/callback-page.tsx'), 'CallbackPage'),
})
const runRoute = createRoute({
  ...parent,
  path: '/comparacoes/$run',
  component: lazyRouteComponent(() => import('./reconciliation/run-page.tsx'), 'RunPage'),
})
const dayRoute = createRoute({
  ...parent,
  path: '/dias/$day',
  validateSearch: onlyCursor,
  component: lazyRouteComponent(() => import('./reconciliation/day-page.tsx'), 'DayPage'),
})
const proposalRoute = createRoute({
  ...parent,
  path: '/propostas/$proposal',
  component: lazyRouteComponent(() => import('./proposal/proposal-page.tsx'), 'ProposalPage'),
})
const holdRoute = createRoute({
  ...parent,
  path: '/bloqueios/$account/$hold',
  component: lazyRouteComponent(() => import('./proposal/holds/hold-page.tsx'), 'HoldPage'),
})

const legalRequestsRoute = createRoute({
  ...parent,
  path: '/oficios',
  validateSearch: (raw: RawSearch) =>
    defined({
      q: textIn(raw, 'q'),
      state: oneOf(raw, 'state', LEGAL_STATES),
      authorityKind: oneOf(raw, 'authorityKind', AUTHORITY_KINDS),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./legal-request/requests-page.tsx'), 'LegalRequestsPage'),
})
const legalRequestRoute = createRoute({
  ...parent,
  path: '/oficios/$request',
  component: lazyRouteComponent(() => import('./legal-request/request-page.tsx'), 'LegalRequestPage'),
})

const OUTGOING_KINDS = ['cashout', 'refund'] as const
const outgoingRoute = createRoute({
  ...parent,
  path: '/saques/em-andamento',
  validateSearch: (raw: RawSearch) =>
    defined({
      kind: oneOf(raw, 'kind', OUTGOING_KINDS),
      status: oneOf(raw, 'status', OUTGOING_STATUSES),
      olderThan: OUTGOING_AGES.find(age => age === textIn(raw, 'olderThan')),
      accountId: textIn(raw, 'accountId'),
      /** The uuid, or the id that the provider knows it by: that one alone. */
      id: textIn(raw, 'id'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./cashout/outgoing/outgoing-page.tsx'), 'OutgoingPage'),
})
const cashoutRoute = createRoute({
  ...parent,
  path: '/saques/$cashout',
  component: lazyRouteComponent(() => import('./cashout/cashout-page.tsx'), 'CashoutPage'),
})

const webhooksRoute = createRoute({
  ...parent,
  path: '/webhooks',
  validateSearch: (raw: RawSearch) =>
    defined({
      state: oneOf(raw, 'state', RECEIVER_STATES),
      accountId: textIn(raw, 'accountId'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./receiver/receivers-page.tsx'), 'WebhooksPage'),
})
const supportRoute = createRoute({
  ...parent,
  path: '/suporte',
  validateSearch: (raw: RawSearch) =>
    defined({
      status: oneOf(raw, 'status', VIEW_FILTERS),
      accountId: textIn(raw, 'accountId'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./support/support-page.tsx'), 'SupportPage'),
})
const trialRoute = createRoute({
  ...parent,
  path: '/razao/balancete',
  validateSearch: onlyCursor,
  component: lazyRouteComponent(() => import('./gateway/ledger/trial-page.tsx'), 'TrialPage'),
})
const suspenseStatementRoute = createRoute({
  ...parent,
  path: '/razao/casa',
  validateSearch: readStatementSearch,
  component: lazyRouteComponent(() => import('./gateway/ledger/suspense-statement-page.tsx'), 'SuspenseStatementPage'),
})

const monitoringRoute = createRoute({
  ...parent,
  path: '/monitoramento',
  validateSearch: (raw: RawSearch) =>
    defined({
      state: oneOf(raw, 'state', MONITORING_VIEWS),
      rule: oneOf(raw, 'rule', MONITORING_RULES),
      accountId: textIn(raw, 'accountId'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./monitoring/cases-page.tsx'), 'MonitoringPage'),
})
const monitoringCaseRoute = createRoute({
  ...parent,
  path: '/monitoramento/$monitoringCase',
  component: lazyRouteComponent(() => import('./monitoring/case-page.tsx'), 'MonitoringCasePage'),
})
const monitoringRulesRoute = createRoute({
  ...parent,
  path: '/monitoramento/regras',
  component: lazyRouteComponent(() => import('./monitoring/rules-page.tsx'), 'MonitoringRulesPage'),
})

export const gatewayRoutes = [
  legalRequestsRoute,
  legalRequestRoute,
  monitoringRoute,
  monitoringCaseRoute,
  monitoringRulesRoute,
  limitsRoute,
  channelsRoute,
  privacyRoute,
  recoveryRoute,
  invitationsRoute,
  operatorsRoute,
  stuckRecurrencesRoute,
  operatorRecurrenceRoute,
  saleRoute,
  newPspRoute,
  pspRoute,
  statementRoute,
  callbackRoute,
  runRoute,
  dayRoute,
  proposalRoute,
  holdRoute,
  outgoingRoute,
  cashoutRoute,
  webhooksRoute,
  supportRoute,
  trialRoute,
  suspenseStatementRoute,
] as const
