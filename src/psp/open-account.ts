// Opens one PSP account: its row and its secret box become an adapter with calls of its own, a circuit breaker, and a pause
// while the gateway is in recovery.
import { aboutPsp } from '#kernel/alert-subject.ts'
import { daysLeft } from '#kernel/crypto/certificate.ts'
import { isSandboxAccount } from './accounts/first-account.ts'
import { type SandboxBuyer, sandboxBuyerOf } from './adapters/sandbox-buyer.ts'
import { sandboxStatementOf } from './adapters/sandbox-statement.ts'
import { type Breaker, DEFAULT_BREAKER, openBreaker } from './client/circuit-breaker.ts'
import { openPspHttp } from './client/conversation.ts'
import type { Tls } from './client/http.ts'
import { observable } from './client/observed.ts'
import { pausable } from './client/paused.ts'
import { type CallCounter, callOf } from './collect/call-count.ts'
import type { Opening, PspsDeps } from './deps.ts'
import { kindOf } from './kinds.ts'
import type { Psp } from './port.ts'
import { type Credentials, type PspAccount, receivingAccountOf } from './store.ts'

/** What is told of the calls of one account. */
interface CallListeners {
  /** The circuit of a PSP has closed again. */
  recovered: (pspAccountId: number) => void
  /** Counts the calls of APIs of charges; absent: nobody does. */
  calls?: Pick<CallCounter, 'count'>
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

export function openPspAccount(deps: Opening & Pick<PspsDeps, 'kinds'> & CallListeners, account: PspAccount): Opened {
  const credentials: Credentials = JSON.parse(deps.secretBox.open(account.credentialsSealed))
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
export const openBeside = (
  deps: Omit<Opening, 'log' | 'alerts'> & Pick<PspsDeps, 'kinds'>,
  account: PspAccount,
): Opened => openPspAccount({ ...deps, log: { info() {} }, alerts: NO_ALERTS, recovered() {} }, account)

const NO_ALERTS: Opening['alerts'] = { raise() {}, raiseOnce() {}, resolve() {} }

/** What the sandbox bank alone can do is not asked of a real acquirer, whatever the account's environment field says. */
export const isSandboxAcquirer = (
  { withSandbox = false }: Pick<Opening, 'withSandbox'>,
  account: Pick<PspAccount, 'kind' | 'environment' | 'pixKey'>,
): boolean => withSandbox && isSandboxAccount(account)

function tlsOf({ certificate, privateKey, ca }: Credentials): Tls {
  return {
    ...(certificate !== undefined && { cert: certificate }),
    ...(privateKey !== undefined && { key: privateKey }),
    ...(ca !== undefined && { ca }),
  }
}

function breakerOf(
  deps: Pick<Opening, 'alerts' | 'clock' | 'log'> & CallListeners,
  { id, name }: PspAccount,
  api: 'pix' | 'charges',
): Breaker {
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
