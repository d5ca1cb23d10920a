// The section of the guides for each page. The type requires an entry for every address of the panel; a test checks that each
// section exists.
import type { RegisteredRouter } from '@tanstack/react-router'
import type { GuideName } from '#http/guides/catalogue.ts'

/** The page at the beginning of a part has two addresses, with and without the slash at its end. */
type WithoutSlash<Path> = Path extends '/' ? Path : Path extends `${string}/` ? never : Path
export type PagePath = WithoutSlash<keyof RegisteredRouter['routesByPath'] & string>
export type GuidePart = `${GuideName}#${string}`

const SIGNING_IN = 'operate#the-panel-and-who-may-sign-in'
const CASHOUT = 'integrate#a-cashout'
const WAITING = 'integrate#cashouts-that-wait'
const SALE = 'integrate#a-sale'
const CARTS = 'checkout#carts'
const LINKS = 'checkout#payment-links'
const DISPUTES = 'integrate#disputes'
const WEBHOOK = 'notifications#setting-up-a-webhook'
const ACCOUNTS = 'operate#accounts-and-switches'
const CLOSED_DAYS = 'operate#reconciliation-and-closed-days'
const LISTS = 'operate#callbacks-and-the-psps-lists'
const HOLDS = 'operate#holds-by-hand-and-what-takes-two-persons'
const PSPS = 'operate#psp-accounts'
const PRIVACY = 'privacy#in-the-panel'
const MONITORING = 'operate#monitoring-against-money-laundering'
const DOCTOR = 'operate#the-doctor'

export const GUIDE_OF = {
  '/': 'integrate#balance',
  '/entrar': SIGNING_IN,
  '/criar-conta': SIGNING_IN,
  '/esqueci-a-senha': SIGNING_IN,
  '/confirmar': SIGNING_IN,
  '/confirmar-email': SIGNING_IN,
  '/nova-senha': SIGNING_IN,
  '/convite/$token': SIGNING_IN,
  '/vendas': SALE,
  '/vendas/nova': SALE,
  '/vendas/reembolsos': 'integrate#refunds',
  '/vendas/$sale': SALE,
  '/vendas/$sale/cobranca': SALE,
  '/links': LINKS,
  '/links/novo': LINKS,
  '/links/aparencia': 'checkout#what-the-buyer-sees',
  '/links/sessoes': 'checkout#checkout-sessions',
  '/links/$link': LINKS,
  '/links/$link/editar': LINKS,
  '/carrinhos': CARTS,
  '/carrinhos/$cart': CARTS,
  '/recorrencias': 'recurring#in-the-panel',
  '/recorrencias/nova': 'recurring#the-four-journeys',
  '/recorrencias/calendario': 'recurring#in-the-panel',
  '/recorrencias/$recurrence': 'recurring#the-first-cycle',
  '/recorrencias/$recurrence/alterar': 'recurring#in-the-panel',
  '/saques': CASHOUT,
  '/saques/novo': CASHOUT,
  '/saques/$cashout': CASHOUT,
  '/saques/$cashout/comprovante': CASHOUT,
  '/saques/favorecidos': WAITING,
  '/saques/regras': WAITING,
  '/aprovacoes': WAITING,
  '/extrato': 'integrate#statement',
  '/extrato/$view': 'integrate#statement',
  '/contestacoes': DISPUTES,
  '/contestacoes/$dispute': DISPUTES,
  '/integracoes': 'integrate#keys',
  '/integracoes/chaves': 'integrate#keys',
  '/integracoes/ips': 'integrate#keys',
  '/integracoes/webhooks': WEBHOOK,
  '/integracoes/webhooks/novo': WEBHOOK,
  '/integracoes/webhooks/$webhook': WEBHOOK,
  '/integracoes/webhooks/$webhook/editar': WEBHOOK,
  '/integracoes/webhooks/$webhook/entregas/$delivery': 'notifications#log-and-resend',
  '/integracoes/requisicoes': 'integrate#the-request-log',
  '/integracoes/requisicoes/$request': 'integrate#the-request-log',
  '/banco-de-teste': 'sandbox-bank#in-the-panel',
  '/equipe': 'integrate#people',
  '/equipe/atividade': 'integrate#people',
  '/configuracoes': 'integrate#fees-and-limits',
  '/dados-pessoais': PRIVACY,
  '/seguranca': 'integrate#people',
  '/operacao': 'operate#what-to-watch',
  '/operacao/alarmes': 'operate#alerts',
  '/operacao/anomalias': 'operate#anomalies',
  '/operacao/anomalias/$anomaly': 'operate#anomalies',
  '/operacao/auditoria': 'operate#the-audit-log',
  '/operacao/avisos-psp': LISTS,
  '/operacao/avisos-psp/$callback': LISTS,
  '/operacao/bloqueios': HOLDS,
  '/operacao/bloqueios/$account/$hold': HOLDS,
  '/operacao/canais': 'operate#channels-of-alerts',
  '/operacao/cobertura': CLOSED_DAYS,
  '/operacao/comparacoes': CLOSED_DAYS,
  '/operacao/comparacoes/$run': CLOSED_DAYS,
  '/operacao/conciliacao': CLOSED_DAYS,
  '/operacao/conciliacao/$case': CLOSED_DAYS,
  '/operacao/dias': CLOSED_DAYS,
  '/operacao/dias/$day': CLOSED_DAYS,
  '/operacao/contas': ACCOUNTS,
  '/operacao/contas/$account': ACCOUNTS,
  '/operacao/contas/$account/bloqueios': HOLDS,
  '/operacao/contas/$account/extrato': ACCOUNTS,
  '/operacao/contas/$account/pessoas': SIGNING_IN,
  '/operacao/contas/$account/regras': 'operate#payouts-that-wait',
  '/operacao/convites': SIGNING_IN,
  '/operacao/dados-pessoais': PRIVACY,
  '/operacao/disputas': 'operate#disputes-and-refunds',
  '/operacao/disputas/$dispute': 'operate#disputes-and-refunds',
  '/operacao/oficios': 'legal-requests#recording-a-request',
  '/operacao/oficios/$request': 'legal-requests#making-the-archive',
  '/operacao/limites': 'operate#payouts-that-wait',
  '/operacao/monitoramento': MONITORING,
  '/operacao/monitoramento/$monitoringCase': MONITORING,
  '/operacao/monitoramento/regras': MONITORING,
  '/operacao/operadores': SIGNING_IN,
  '/operacao/propostas': HOLDS,
  '/operacao/propostas/$proposal': HOLDS,
  '/operacao/psps': PSPS,
  '/operacao/psps/$psp': PSPS,
  '/operacao/psps/$psp/extrato': 'operate#transfers',
  '/operacao/psps/novo': PSPS,
  '/operacao/razao': DOCTOR,
  '/operacao/razao/balancete': DOCTOR,
  '/operacao/razao/casa': DOCTOR,
  '/operacao/recebimentos': 'operate#unexpected-money',
  '/operacao/recorrencias': 'operate#what-to-watch',
  '/operacao/recorrencias/$recurrence': 'operate#what-to-watch',
  '/operacao/recuperacao': 'operate#recovery',
  '/operacao/saques': 'operate#payouts-that-wait',
  '/operacao/saques/em-andamento': 'operate#what-to-watch',
  '/operacao/saques/$cashout': 'operate#what-to-watch',
  '/operacao/suporte': ACCOUNTS,
  '/operacao/vendas/$sale': 'operate#what-to-watch',
  '/operacao/webhooks': 'operate#what-to-watch',
} as const satisfies Record<PagePath, GuidePart>

/** null: a page that is not there. */
export function guideOf(path: string): GuidePart | null {
  return path in GUIDE_OF ? GUIDE_OF[path as keyof typeof GUIDE_OF] : null
}
