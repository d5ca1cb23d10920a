// Opens one PSP account: its row and its secret box become an adapter with calls of its own, a circuit breaker, and a pause
// while the gateway is in recovery.
import type { Alerts } from '#alert/alerts.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import { daysLeft } from '#kernel/crypto/certificate.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { isSandboxAccount } from './accounts/first-account.ts'
import { type SandboxBuyer, sandboxBuyerOf } from './adapters/sandbox-buyer.ts'
import { sandboxStatementOf } from './adapters/sandbox-statement.ts'
import { type Breaker, DEFAULT_BREAKER, openBreaker } from './client/circuit-breaker.ts'
import { openPspHttp } from './client/conversation.ts'
import type { Tls } from './client/http.ts'
import { observable } from './client/observed.ts'
import { pausable } from './client/paused.ts'
import { type CallCounter, callOf } from './collect/call-count.ts'
import { kindOf, type PspKinds } from './kinds.ts'
import type { Psp } from './port.ts'
import { type Credentials, type PspAccount, receivingAccountOf } from './store.ts'

export interface OpenDeps {
  kinds: PspKinds
  /** Opens the secret box of the credentials. */
  open: (sealed: string) => string
  timeoutMs: number
  clock: Clock
  random: RandomBytes
  log: { info: (context: object, message: string) => void }
  alerts: Pick<Alerts, 'raise' | 'resolve'>
  /** The circuit of a PSP has closed again. */
  recovered: (pspAccountId: number) => void
  /** Counts the calls of APIs of charges; absent: nobody does. */
  calls?: Pick<CallCounter, 'count'>
  /** Whether the gateway is in recovery. */
  paused: () => boolean
  /** Whether the server for callbacks requires the PSP's certificate. */
  mtlsCallbacks?: boolean
  /** Whether this gateway was started with the sandbox bank. */
  withSandbox?: boolean
}

export interface Opened {
  account: PspAccount
  callbackToken: string
  psp: Psp
  breaker: Breaker
  /** Of the API of charges; null: this account makes none. */
  collectBreaker: Breaker | null
  /** null: there is no buyer with play money. */
  sandboxBuyer: SandboxBuyer | null
  /** null: no certificate is shown to this PSP. */
  certificateDaysLeft(): number | null
}

export function openPspAccount(deps: OpenDeps, account: PspAccount): Opened {
  const credentials: Credentials = JSON.parse(deps.open(account.credentialsSealed))
  const { clientId, clientSecret, callbackToken, certificate } = credentials
  const { baseUrl, pixKey, collectBaseUrl, bolepix } = account
  const kind = kindOf(deps.kinds, account)
  const { timeoutMs, clock, random } = deps
  const { tokenRequest } = kind
  const tls = tlsOf(credentials)
  const conversation = { clientId, clientSecret, tokenRequest, tls, timeoutMs, clock, random }
  const breaker = breakerOf(deps, account, 'pix')
  const http = openPspHttp({ ...conversation, baseUrl, breaker })
  const collect = collectBaseUrl === null ? null : kind.collect
  // Its own: one of a PSP's APIs may be down while the other answers.
  const collectBreaker = collect === null ? null : breakerOf(deps, account, 'charges')
  const adapter = kind.open({
    http,
    pixKey,
    mtlsCallbacks: deps.mtlsCallbacks ?? false,
    receivingAccount: receivingAccountOf(account),
    collect:
      collectBaseUrl === null || collect === null || collectBreaker === null
        ? null
        : {
            http: openPspHttp({
              ...conversation,
              tokenPath: collect.tokenPath,
              baseUrl: collectBaseUrl,
              breaker: collectBreaker,
              onSend: (method, path) => deps.calls?.count(account.id, callOf(method, path), collect.callsADay),
            }),
            bolepix,
            isSandbox: isSandboxAcquirer(deps, account),
            clientId,
          },
    credentials,
  })
  const movements = sandboxStatementOf(account, http, deps.withSandbox ?? false)
  return {
    account,
    callbackToken,
    psp: pausable(observable({ ...adapter, ...(movements !== null && { movements }) }, account.kind), deps.paused),
    breaker,
    collectBreaker,
    sandboxBuyer: sandboxBuyerOf(account, http, deps.withSandbox ?? false),
    certificateDaysLeft: () => (certificate === undefined ? null : daysLeft(certificate, clock())),
  }
}

/** An account as it might be, beside the one that is kept and open: what it does raises no alert. To be closed by who has opened it. */
export const openBeside = (deps: Omit<OpenDeps, 'log' | 'alerts' | 'recovered'>, account: PspAccount): Opened =>
  openPspAccount({ ...deps, log: { info() {} }, alerts: { raise() {}, resolve() {} }, recovered() {} }, account)

/** What the sandbox bank alone can do is not asked of a real acquirer, whatever the account's environment field says. */
export const isSandboxAcquirer = (
  { withSandbox = false }: Pick<OpenDeps, 'withSandbox'>,
  account: Pick<PspAccount, 'kind' | 'environment' | 'pixKey'>,
): boolean => withSandbox && isSandboxAccount(account)

function tlsOf({ certificate, privateKey, ca }: Credentials): Tls {
  return {
    ...(certificate !== undefined && { cert: certificate }),
    ...(privateKey !== undefined && { key: privateKey }),
    ...(ca !== undefined && { ca }),
  }
}

function breakerOf(deps: OpenDeps, { id, name }: PspAccount, api: 'pix' | 'charges'): Breaker {
  const { clock, log, alerts, recovered } = deps
  const known = { pspAccountId: id, name, api }
  return openBreaker({
    ...DEFAULT_BREAKER,
    clock,
    opened: trouble => alerts.raise('PSP_NOT_ANSWERING', { ...known, trouble }, aboutPsp(id)),
    recovered() {
      log.info(known, 'a PSP that did not answer is back')
      alerts.resolve('PSP_NOT_ANSWERING', aboutPsp(id), { api })
      recovered(id)
    },
  })
}
