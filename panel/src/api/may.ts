// Which routes of an account are for some of its roles only, as the gateway's own list of routes has it: a test compares the two.
// The gateway decides; this is for offering to people only what they may do.
import type { Role } from '#http/route.ts'

const MONEY = ['OWNER', 'FINANCE'] as const
const SYSTEMS = ['OWNER', 'DEVELOPER'] as const
const OWNER = ['OWNER'] as const
const SELLING = ['OWNER', 'FINANCE', 'DEVELOPER'] as const

export const MAY = {
  'PATCH /api/account': OWNER,

  'POST /api/recurrences': MONEY,
  'PATCH /api/recurrences/:id': MONEY,
  'POST /api/recurrences/:id/cancel': MONEY,
  'POST /api/recurrences/:id/ofertas': MONEY,
  'POST /api/recurrences/:id/solicitacoes': MONEY,
  'POST /api/sales': MONEY,
  'POST /api/sales/:id/simulate-payment': SELLING,
  'POST /api/test-bank/payments': SELLING,
  'POST /api/test-bank/card-tokens': SELLING,
  'POST /api/sales/:id/refunds': MONEY,
  'POST /api/sales/:id/cancel': MONEY,
  'POST /api/disputes/:id/defence': MONEY,
  'POST /api/recurrences/:id/debits': MONEY,
  'PATCH /api/recurrences/:id/debits/:txid': MONEY,
  'POST /api/recurrences/:id/debits/:txid/cancel': MONEY,
  'POST /api/recurrences/:id/debits/:txid/retentativas': MONEY,

  'POST /api/account/checkouts': SELLING,
  'POST /api/account/checkouts/:id/expire': SELLING,
  'POST /api/account/checkouts/preview': SELLING,
  'POST /api/account/payment-links': SELLING,
  'PATCH /api/account/payment-links/:id': SELLING,
  'POST /api/account/payment-links/:id/archive': SELLING,
  'POST /api/account/carts/:id/erase': OWNER,
  'POST /api/account/privacy/export': OWNER,
  'POST /api/account/privacy/preview': OWNER,
  'POST /api/account/privacy/erase': OWNER,
  'PUT /api/account/look': OWNER,
  'PUT /api/account/look/logo': OWNER,
  'DELETE /api/account/look/logo': OWNER,

  'GET /api/recipients': MONEY,
  'POST /api/withdrawals': MONEY,
  'POST /api/withdrawals/:id/approve': MONEY,
  'POST /api/withdrawals/:id/reject': MONEY,
  'POST /api/withdrawals/:id/cancel': MONEY,
  'POST /api/beneficiaries': MONEY,
  'DELETE /api/beneficiaries/:id': MONEY,
  'PATCH /api/payout-rules': OWNER,
  'POST /api/payout-rules/rotate-secret': OWNER,
  'POST /api/payout-rules/proposal/agree': MONEY,
  'POST /api/payout-rules/proposal/reject': MONEY,

  'POST /api/account/test': SYSTEMS,

  'GET /api/credentials': SYSTEMS,
  'POST /api/credentials': SYSTEMS,
  'DELETE /api/credentials/:id': SYSTEMS,
  'GET /api/allowed-ips': SYSTEMS,
  'PUT /api/allowed-ips': SYSTEMS,
  'GET /api/requests': SYSTEMS,
  'GET /api/requests/totals': SYSTEMS,
  'GET /api/requests/:id': SYSTEMS,
  'POST /api/webhook': SYSTEMS,
  'PUT /api/webhook/:id': SYSTEMS,
  'DELETE /api/webhook/:id': SYSTEMS,
  'POST /api/webhook/:id/test': SYSTEMS,
  'POST /api/webhook/:id/rotate-secret': SYSTEMS,
  'POST /api/webhook/:id/activate-secret': SYSTEMS,
  'POST /api/webhook/:id/resend-failed': SYSTEMS,
  'POST /api/webhook/deliveries/:id/resend': SYSTEMS,

  'GET /api/members/invitations': OWNER,
  'POST /api/members/invitations': OWNER,
  'DELETE /api/members/invitations/:id': OWNER,
  'POST /api/members/invitations/:id/resend': OWNER,
  'PATCH /api/members/:id': OWNER,
  'DELETE /api/members/:id': OWNER,
} as const satisfies Record<string, readonly Role[]>

/** A route that not every member may call. */
export type RestrictedRoute = keyof typeof MAY
