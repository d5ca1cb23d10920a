// The operator's routes of the PSP accounts: the kinds, the accounts and their state, a further account, their switches and
// credentials, and a new address for their callbacks. Every change is logged with its author.
import { type Static, Type } from 'typebox'
import { type RecorderOf, withReason } from '#http/audited-action.ts'
import { CursorQuery, decodeCursor, LimitQuery, PageOf, pageOf } from '#http/request/paging.ts'
import { numberIn } from '#http/request/path-id.ts'
import { critical, type RouteRules } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { type FailureCode, orThrow } from '#kernel/failure.ts'
import { given } from '#kernel/given-fields.ts'
import type { PspsDeps } from '../deps.ts'
import type { Psps } from '../feature.ts'
import { findSweeps } from '../sweep/store.ts'
import { credentialsIn } from './credentials.ts'
import { refusedEmpty } from './settings-after.ts'
import type { ManagedAccount } from './store.ts'
import {
  AccountSchema,
  accountChangeSchema,
  accountForm,
  ChangedAccountSchema,
  KindSchema,
  kindForms,
  newAccountSchema,
  type Standing,
} from './wire.ts'

/** Where the PSP is told to call back. */
interface Registering extends Pick<PspsDeps, 'paused'> {
  psps: Psps
  /** The callback address without the token; null before the gateway listens. */
  callbacksAt: () => string | null
}

/** What is read of an account that is shown. */
interface Shown extends Pick<PspsDeps, 'db'> {
  psps: Psps
}

type Managing = Shown & Registering & { recorderOf: RecorderOf }

const tags = ['Operator']

export function pspAccountRoutes(server: Server, deps: Managing): void {
  kindsRoute(server, deps.psps)
  listRoute(server, deps)
  changeRoutes(server, deps)
  tokenRoute(server, deps)
}

function kindsRoute(server: Server, psps: Psps): void {
  server.get(
    '/api/admin/psp/kinds',
    {
      config: rules(),
      schema: {
        summary: 'The kinds of PSP that this gateway can talk to, with the credentials that each takes',
        tags,
        response: { 200: Type.Object({ data: Type.Array(KindSchema) }) },
      },
    },
    async () => ({ data: kindForms(psps.kinds) }),
  )
}

function listRoute(server: Server, deps: Shown): void {
  server.get(
    '/api/admin/psp/accounts',
    {
      config: rules('INVALID_DATA'),
      schema: {
        summary: 'The PSP accounts and how they stand, the newest first',
        tags,
        querystring: ListQuery,
        response: {
          200: PageOf(AccountSchema),
        },
      },
    },
    async request => {
      const { limit = 20, cursor } = request.query
      const accounts = await deps.psps.accounts.list({ cursor: decodeCursor(cursor), limit: limit + 1 })
      const forms = await formsOf(deps, accounts)
      const rows = forms.map(form => ({ id: BigInt(form.id), form }))
      return pageOf(rows, limit, row => row.form)
    },
  )
}

function changeRoutes(server: Server, deps: Managing): void {
  server.post(
    '/api/admin/psp/accounts',
    {
      config: critical(rules('INVALID_DATA', 'CONFLICT')),
      schema: {
        summary: 'A further PSP account; the PSP is told at once where to call back',
        tags,
        body: newAccountSchema(deps.psps.kinds),
        response: { 201: Type.Object({ ...AccountSchema.properties, callbacks: RegistrationSchema }) },
      },
    },
    async (request, reply) => {
      const { reason = null, kind, environment, name, baseUrl, pixKey, receivingAccount } = request.body
      const { collectBaseUrl, bolepix } = request.body
      const credentials = credentialsIn(deps.psps.kinds, request.body)
      const optional = given({ receivingAccount, collectBaseUrl, bolepix })
      const input = { kind, environment, name, baseUrl, pixKey, ...optional, credentials }
      const account = orThrow(await deps.psps.accounts.create(input, withReason(deps.recorderOf(request), reason)))
      request.log.info({ by: request.caller, pspAccountId: account.id }, 'PSP account made')
      const callbacks = await registrationOf(deps, account)
      return reply.code(201).send({ ...(await formOf(deps, account)), callbacks })
    },
  )
  server.patch(
    '/api/admin/psp/accounts/:id',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT', 'PSP_UNAVAILABLE')),
      schema: {
        summary: 'Change switches, fallback, name, address or credentials; what is absent stays, null takes away',
        description: CHANGE,
        tags,
        params: IdParams,
        body: accountChangeSchema(deps.psps.kinds),
        response: { 200: ChangedAccountSchema },
      },
    },
    async request => {
      const { reason = null, ...change } = request.body
      orThrow(refusedEmpty(change))
      const recordAction = withReason(deps.recorderOf(request), reason)
      const credentials = credentialsIn(deps.psps.kinds, change)
      const account = orThrow(
        await deps.psps.accounts.change(accountIn(request.params.id), { ...change, credentials }, recordAction),
      )
      const changed = Object.keys(change)
      request.log.info({ by: request.caller, pspAccountId: account.id, changed }, 'PSP account changed')
      // The PSP is told at once where to report recurrences and debits.
      if (changed.includes('receivingAccount')) await registrationOf(deps, account)
      const { certificateTried } = account
      return { ...(await formOf(deps, account)), ...given({ certificateTried }) }
    },
  )
}

const CHANGE =
  'A certificate, key or authority is tried before it replaces the one that works: the PSP is asked for a token with it. Where it gives none, 400 names the field and nothing is changed. Where it does not answer, 503; then `keepUntried` keeps it all the same. Where the address changes with it, `clientSecret` has to be given again.'

function tokenRoute(server: Server, deps: Managing): void {
  server.post(
    '/api/admin/psp/accounts/:id/rotate-callback-token',
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND', 'CONFLICT')),
      schema: {
        summary: 'A new secret address for the callbacks of this account; the old one stops at once',
        tags,
        params: IdParams,
        response: { 202: RegistrationSchema },
      },
    },
    async (request, reply) => {
      const id = accountIn(request.params.id)
      const account = orThrow(await deps.psps.accounts.rotateCallbackToken(id, deps.recorderOf(request)))
      request.log.info({ by: request.caller, pspAccountId: account.id }, 'callback token rotated')
      return reply.code(202).send(await registrationOf(deps, account))
    },
  )
}

const RegistrationSchema = Type.Object(
  { told: Type.Boolean(), trouble: Type.Union([Type.String(), Type.Null()]) },
  { description: 'Whether the PSP knows where to call back; if not, it is told again every minute' },
)

async function registrationOf(deps: Registering, account: ManagedAccount): Promise<Static<typeof RegistrationSchema>> {
  const url = deps.callbacksAt()
  if (url === null) return { told: false, trouble: 'the gateway does not listen yet' }
  if (deps.paused()) return { told: false, trouble: 'the gateway is in recovery' }
  const notRegistered = await deps.psps.registerOne(account.id, url)
  return { told: notRegistered === null, trouble: notRegistered?.reason ?? null }
}

async function formsOf(deps: Shown, accounts: ManagedAccount[]) {
  const sweeps = await findSweeps(deps.db)
  const states = new Map(deps.psps.states().map(state => [state.pspAccountId, state]))
  return Promise.all(
    accounts.map(async account => {
      // An account whose credentials cannot be opened is still shown.
      const certificateDaysLeft = await deps.psps.certificateDaysLeft(account.id).catch(() => null)
      const registrations = deps.psps.registrations(account.id)
      const takesDebit = deps.psps.accounts.takesDebit(account)
      const state = states.get(account.id)
      const standing: Standing = { state, registrations, sweeps, certificateDaysLeft, takesDebit }
      return accountForm(account, standing)
    }),
  )
}

async function formOf(deps: Shown, account: ManagedAccount) {
  const [form] = await formsOf(deps, [account])
  return form as Static<typeof AccountSchema>
}

const rules = (...fails: FailureCode[]): RouteRules => ({ guard: 'operator', dialect: 'panel', fails })

const IdParams = Type.Object({ id: Type.String() })
const ListQuery = Type.Object({ limit: Type.Optional(LimitQuery), cursor: Type.Optional(CursorQuery) })

const MAX_ID = 2n ** 31n - 1n

const accountIn = (text: string) => Number(numberIn(text, 'PSP account', MAX_ID))
