// The entries of the menu. An entry exists only if its page exists; its name is in words.ts.
import {
  IconAlarm,
  IconAlertTriangle,
  IconArrowUpRight,
  IconBooks,
  IconBuildingBank,
  IconBuildingStore,
  IconChecks,
  IconEye,
  IconFlask,
  IconGauge,
  IconGavel,
  IconHandStop,
  IconHistory,
  IconHome,
  IconInbox,
  IconLayoutDashboard,
  IconLifebuoy,
  IconLink,
  IconListDetails,
  IconLock,
  IconMailForward,
  IconPlug,
  IconReceipt2,
  IconRepeat,
  IconScale,
  IconSettings,
  IconShoppingCart,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { Words } from '../words/words.ts'
import type { shellWords } from './words.ts'

type Names<Part extends string> =
  typeof shellWords extends Words<infer T> ? keyof (T extends Record<Part, infer N> ? N : never) & string : never
type Key = Names<'nav'>
type GroupKey = Names<'groups'>

export interface Entry {
  to: LinkProps['to'] & string
  name: Key
  icon: TablerIcon
  /** Addresses of other screens that belong to it. */
  also?: string[]
}

/** For members of an account. */
export const SELLERS: Entry[] = [
  { to: '/', name: 'home', icon: IconHome },
  { to: '/vendas', name: 'sales', icon: IconReceipt2 },
  { to: '/links', name: 'links', icon: IconLink },
  { to: '/carrinhos', name: 'carts', icon: IconShoppingCart },
  { to: '/recorrencias', name: 'recurrences', icon: IconRepeat },
  { to: '/saques', name: 'cashouts', icon: IconArrowUpRight },
  { to: '/aprovacoes', name: 'approvals', icon: IconChecks },
  { to: '/extrato', name: 'statement', icon: IconListDetails },
  { to: '/contestacoes', name: 'disputes', icon: IconGavel },
  { to: '/integracoes', name: 'integrations', icon: IconPlug },
  { to: '/banco-de-teste', name: 'testBank', icon: IconFlask },
  { to: '/equipe', name: 'team', icon: IconUsersGroup },
  { to: '/dados-pessoais', name: 'privacy', icon: IconUserShield },
  { to: '/configuracoes', name: 'settings', icon: IconSettings },
]

export interface EntryGroup {
  name: GroupKey
  entries: Entry[]
}

/** For operators. */
export const OPERATOR_ENTRIES: EntryGroup[] = [
  {
    name: 'desk',
    entries: [
      { to: '/operacao', name: 'deskStart', icon: IconLayoutDashboard },
      { to: '/operacao/alarmes', name: 'deskAlarms', icon: IconAlarm },
    ],
  },
  {
    name: 'money',
    entries: [
      { to: '/operacao/saques', name: 'deskApprovals', icon: IconHandStop },
      { to: '/operacao/anomalias', name: 'deskAnomalies', icon: IconAlertTriangle },
      { to: '/operacao/recebimentos', name: 'deskReceipts', icon: IconInbox },
      { to: '/operacao/recorrencias', name: 'deskRecurrences', icon: IconRepeat },
      { to: '/operacao/disputas', name: 'deskDisputes', icon: IconGavel },
      { to: '/operacao/bloqueios', name: 'deskHolds', icon: IconLock },
    ],
  },
  {
    name: 'accounts',
    entries: [
      { to: '/operacao/contas', name: 'deskAccounts', icon: IconBuildingStore },
      { to: '/operacao/convites', name: 'deskInvitations', icon: IconMailForward },
      { to: '/operacao/suporte', name: 'deskSupport', icon: IconEye },
      { to: '/operacao/dados-pessoais', name: 'privacy', icon: IconUserShield },
      { to: '/operacao/oficios', name: 'deskLegalRequests', icon: IconListDetails },
    ],
  },
  {
    name: 'checks',
    entries: [
      { to: '/operacao/propostas', name: 'deskProposals', icon: IconUsers },
      { to: '/operacao/monitoramento', name: 'deskMonitoring', icon: IconGauge },
      {
        to: '/operacao/conciliacao',
        name: 'deskReconciliation',
        icon: IconScale,
        also: ['/operacao/comparacoes', '/operacao/dias', '/operacao/cobertura'],
      },
      { to: '/operacao/razao', name: 'deskLedger', icon: IconBooks },
      { to: '/operacao/auditoria', name: 'deskAudit', icon: IconHistory },
    ],
  },
  {
    name: 'house',
    entries: [
      { to: '/operacao/psps', name: 'deskPsps', icon: IconBuildingBank, also: ['/operacao/avisos-psp'] },
      { to: '/operacao/webhooks', name: 'deskWebhooks', icon: IconWebhook },
      { to: '/operacao/canais', name: 'deskChannels', icon: IconPlug },
      { to: '/operacao/operadores', name: 'deskOperators', icon: IconUserShield },
      { to: '/operacao/limites', name: 'deskLimits', icon: IconGauge },
      { to: '/operacao/recuperacao', name: 'deskRecovery', icon: IconLifebuoy },
    ],
  },
]
