// Which routes require the second factor, tried one by one: every critical one refuses a person who has one and has not proved it lately,
// and every other route that changes something is listed here with the reason why it requires none.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import type { ListedRoute } from '#composition/routes.ts'
import { openTestGateway, type TestGateway } from '../gateway.ts'
import { some } from '../long.ts'
import { type Person, registerOperator } from './person.ts'
import { type Secured, secure } from './totp.ts'

/** Routes of signed-in users, which change something and never require a step-up. */
const NO_STEP_UP: Record<string, string> = {
  'POST /api/auth/step-up': 'is where it is proved',
  'POST /api/auth/passkey/update-passkey': 'gives it another name, which opens nothing',
  'DELETE /api/auth/sessions/:id': 'ends a session; a person who finds a stranger there must not be held up',
  'POST /api/auth/sessions/end-others': 'the same',
  'POST /api/invitations/:token/accept': 'gives the person who accepts a role, and takes nothing from any other',
  'POST /api/disputes/:id/defence': 'hands in papers and moves nothing',
  'POST /api/admin/disputes/:id/defence/handed-in': 'records that papers were handed in, and moves nothing',
  'POST /api/notices/:id/seen': 'records that a member has read it',
  'POST /api/account/test': 'opens an account with play money, for the same people',
  'PATCH /api/mail-preferences': 'says what one person is written by mail',
  'POST /api/payout-rules/proposal/reject': 'leaves the rules as they are',
  'POST /api/account/checkouts': 'requests an incoming payment, and moves no money',
  'POST /api/account/checkouts/:id/expire': 'keeps money from coming in, and moves none',
  'POST /api/account/checkouts/preview': 'shows what was typed, and stores nothing',
  'POST /api/account/payment-links': 'requests an incoming payment of whoever opens it, and moves no money',
  'PATCH /api/account/payment-links/:id': 'the same; its address never leads to another account',
  'POST /api/account/payment-links/:id/archive': 'keeps money from coming in, and moves none',
  'POST /api/account/carts/:id/erase':
    'forgets who a buyer was, as the law gives them the right to; what was bought stays',
  'POST /api/account/privacy/export':
    'reads what the lists of sales and carts show to the owner anyway; the audit log keeps who asked',
  'POST /api/account/privacy/preview': 'only counts',
  'POST /api/admin/privacy/export': 'reads what the operator may search for anyway; the audit log keeps who asked',
  'POST /api/admin/privacy/preview': 'only counts',
  'PUT /api/account/look': 'says how buyers see the shop; whose account is paid stays',
  'PUT /api/account/look/logo': 'the same',
  'DELETE /api/account/look/logo': 'the same',
  'POST /api/recurrences/:id/cancel': 'keeps money from coming in, and protects the payer',
  'POST /api/recurrences/:id/ofertas': 'shows a code of what was offered already',
  'POST /api/recurrences/:id/solicitacoes': 'asks the payer once more for what was offered already',
  'POST /api/sales': 'requests an incoming payment, and moves no money',
  'POST /api/sales/:id/simulate-payment': 'pays with play money, at the sandbox bank alone',
  'POST /api/test-bank/payments': 'the same',
  'POST /api/test-bank/card-tokens': 'makes a token of a card that buys with play money, at the sandbox bank alone',
  'POST /api/sales/:id/cancel': 'keeps money from coming in, and moves none',
  'POST /api/recurrences/:id/debits/:txid/cancel': 'keeps a payer from being debited, and has to be quick',
  'POST /api/withdrawals/:id/cancel': 'keeps money here, and has to be quick',
  'POST /api/withdrawals/:id/reject': 'the same',
  'POST /api/webhook/:id/test': 'sends an example to where notifications go already',
  'POST /api/webhook/:id/resend-failed': 'sends a delivery again, to the same address',
  'POST /api/webhook/deliveries/:id/resend': 'the same',
  'POST /api/auth/second-factor/send-confirmation': 'only writes a letter',
  'DELETE /api/members/invitations/:id': 'takes a way in away',
  'DELETE /api/admin/invitations/:id': 'the same',
  'PATCH /api/admin/reconciliation-cases/:uuid': 'says who looks after a case',
  'POST /api/admin/alarms/:id/acknowledge': 'records that a member has seen it',
  'POST /api/admin/alert-channels/:id/test': 'sends a marked test to where alerts go already',
  'POST /api/admin/approvals/:uuid/reject': 'keeps money here, and has to be quick',
  'POST /api/admin/proposals/:id/reject': 'leaves everything as it is',
  'POST /api/admin/proposals/:id/withdraw': 'the same',
  'POST /api/admin/cashouts/:uuid/retry': 'looks up at a PSP what may have left, and sends what would be sent soon',
  'POST /api/admin/recurrences/ask': 'looks up at a PSP what became of a debit or a recurrence',
  'POST /api/admin/coverage': 'reads a balance at a PSP',
  'POST /api/admin/reconciliations': 'reads the lists of a PSP',
  'POST /api/admin/psp/inbox/:id/replay': 'looks up at a PSP whether a callback is true',
  'POST /api/admin/psp/inbox/replay': 'the same',
  'POST /api/admin/support-views/:id/end': 'takes a way of reading away',
  'POST /api/admin/recovery/enter': 'stops everything that leaves, and has to be quick',
}

/** Routes without a guard, which change something: their callers are signing in, signing out, or programs. */
const WITHOUT_GUARD: Record<string, string> = {
  'POST /api/auth/sign-up/email': 'only writes a letter',
  'POST /api/auth/confirm-address': 'requires the letter and the password, and makes a person who owns nothing yet',
  'POST /api/auth/second-factor/confirm': 'requires the letter, and admits no session',
  'POST /api/auth/sign-in/email': 'requires the password',
  'POST /api/auth/sign-out': 'ends a session',
  'POST /api/auth/two-factor/verify-totp': 'requires a code; what turns an app on was required at its beginning',
  'POST /api/auth/two-factor/verify-backup-code': 'requires a recovery code',
  'POST /api/auth/passkey/verify-authentication': 'requires a passkey',
  'POST /api/auth/request-password-reset': 'sends a mail to the person',
  'POST /api/auth/reset-password':
    'requires the token of the mail; the second factor is required at the sign-in after it',
  'POST /api/invitations/:token/sign-up': 'requires the token of the mail, and makes a person who has no factor',
  'POST /l/:name': 'opens a cart of a buyer, who says who they are; no money moves',
  'POST /s/:name': 'the same',
  'POST /c/:token/contato': 'names a buyer; requires the cart’s address and a page of ours',
  'POST /c/:token/entrega': 'says where goods go; the same',
  'POST /c/:token/outra-forma': 'takes back a page by which money comes in; the same',
  'POST /c/:token/pagar': 'makes a code by which money comes in; the same',
  'POST /relato/politica':
    'a browser reports what the policy of a page has stopped; it is a hint that the operator hears once a day',
  'POST /r/:token': 'goes on with a cart that was left; requires the link that its seller sent',
  'POST /v/:token/contato': 'leads to the next screen of a preview, and keeps nothing',
  'POST /v/:token/entrega': 'the same',
  'POST /v/:token/pagar': 'the same',
  'POST /callbacks/psp/:token': 'only says where to look',
  'POST /callbacks/psp/:token/cobr': 'the same',
  'POST /callbacks/psp/:token/cobranca': 'the same',
  'POST /callbacks/psp/:token/pix': 'the same',
  'POST /callbacks/psp/:token/rec': 'the same',
}

const nameOf = ({ method, url }: ListedRoute) => `${method} ${url}`
const changes = ({ method }: ListedRoute) => method !== 'GET'

let gateway: TestGateway
let routes: readonly ListedRoute[]
let olga: Secured
let fresh: Person
before(async () => {
  gateway = await openTestGateway()
  routes = gateway.gateway.routes
  // Owner of an account and operator at once: only the second factor can refuse this person.
  olga = await secure(gateway, await registerOperator(gateway))
  fresh = olga.person
  await gateway.db.query(sql`update iam."session" set "provenUntil" = null`)
})
after(() => gateway[Symbol.asyncDispose]())

describe('of the routes of signed-in users', () => {
  const ofPeople = (route: ListedRoute) => ['session', 'operator', 'person'].includes(route.rules.guard)

  it('each that changes something requires the second factor, or is listed here with its reason', () => {
    const silent = routes.filter(route => ofPeople(route) && changes(route) && route.rules.secondFactor === undefined)
    assert.deepEqual(silent.map(nameOf).sort(), Object.keys(NO_STEP_UP).sort())
  })

  it('each that requires it refuses a session that has not proved it: 403 SECOND_FACTOR_REQUIRED, before it reads the body', async () => {
    const asking = routes.filter(({ rules }) => rules.secondFactor !== undefined)
    assert.ok(asking.length > 40, String(asking.length))
    for (const route of asking) {
      const answer = await fresh.call(route.method, pathOf(route), route.method === 'GET' ? undefined : '{')
      const { success, error } = answer.body ?? {}
      assert.deepEqual([answer.status, success, error?.code], [403, false, 'SECOND_FACTOR_REQUIRED'], nameOf(route))
    }
  })

  it('each that requires it admits a session that has proved it', async () => {
    const code = olga.app.code()
    assert.equal((await fresh.call('POST', '/api/auth/step-up', { code })).status, 200)
    const asking = routes.filter(({ rules, method }) => rules.secondFactor !== undefined && method !== 'GET')
    for (const route of some(asking, 3)) {
      const answer = await fresh.call(route.method, pathOf(route), '{')
      assert.notEqual(answer.status, 403, `${nameOf(route)} ${answer.text}`)
    }
  })
})

it('no route of API keys requires it', () => {
  const asking = routes.filter(({ rules }) => rules.guard === 'api-key' && rules.secondFactor !== undefined)
  assert.deepEqual(asking.map(nameOf), [])
})

it('every route without a guard that changes something is listed here with its reason', () => {
  const open = routes.filter(route => route.rules.guard === 'none' && changes(route))
  assert.deepEqual(open.map(nameOf).sort(), Object.keys(WITHOUT_GUARD).sort())
})

const pathOf = ({ url }: ListedRoute) => url.replaceAll(/:\w+/g, '1')
