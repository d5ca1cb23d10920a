// One PSP account, opened: its row and its sealed credentials become an adapter with a conversation of its own, which rests
// when the PSP does not answer and is parked while the house is in recovery.
import { daysLeft } from '#kernel/certificate.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { openBcb } from './bcb.ts'
import { type Breaker, openBreaker, USUAL_BREAKER } from './breaker.ts'
import { openPspHttp } from './conversation.ts'
import { openEfi } from './efi.ts'
import type { Tls } from './http.ts'
import { parkable } from './parked.ts'
import type { Psp } from './port.ts'
import { type SandboxBuyer, sandboxBuyerOf } from './sandbox-buyer.ts'
import type { Credentials, PspAccount } from './store.ts'

export interface OpenNeeds {
  /** Opens sealed credentials. */
  open: (sealed: string) => string
  timeoutMs: number
  clock: Clock
  random: RandomBytes
  log: { info: (known: object, said: string) => void }
  /** Rings when a person has to look. */
  alarm: (said: string, known: object) => void
  /** A PSP that rested has answered again. */
  recovered: (pspAccountId: number) => void
  /** Whether the house is in recovery. */
  parked: () => boolean
  /** Whether callbacks come to a door that asks for the PSP's certificate. */
  mtlsCallbacks?: boolean
  /** Whether this gateway was started with the sandbox bank. */
  withSandbox?: boolean
}

export interface Opened {
  account: PspAccount
  callbackToken: string
  psp: Psp
  breaker: Breaker
  /** null: nobody here pays with play money. */
  sandboxBuyer: SandboxBuyer | null
  /** null: no certificate is shown to this PSP. */
  certificateDaysLeft(): number | null
}

// Efí asks for its token in JSON.
const ADAPTERS = {
  bcb: { adapter: openBcb, tokenRequest: 'form' },
  efi: { adapter: openEfi, tokenRequest: 'json' },
} as const

export function openPspAccount(needs: OpenNeeds, account: PspAccount): Opened {
  const credentials: Credentials = JSON.parse(needs.open(account.credentialsSealed))
  const { clientId, clientSecret, callbackToken, certificate } = credentials
  const { baseUrl, pixKey } = account
  const { adapter, tokenRequest } = ADAPTERS[account.kind]
  const { timeoutMs, clock, random } = needs
  const breaker = breakerOf(needs, account)
  const access = { baseUrl, clientId, clientSecret, tokenRequest, tls: tlsOf(credentials) }
  const http = openPspHttp({ ...access, timeoutMs, clock, random, breaker })
  return {
    account,
    callbackToken,
    psp: parkable(adapter({ http, pixKey, mtlsCallbacks: needs.mtlsCallbacks ?? false }), needs.parked),
    breaker,
    sandboxBuyer: sandboxBuyerOf(account, http, needs.withSandbox ?? false),
    certificateDaysLeft: () => (certificate === undefined ? null : daysLeft(certificate, clock())),
  }
}

function tlsOf({ certificate, privateKey, ca }: Credentials): Tls {
  return {
    ...(certificate !== undefined && { cert: certificate }),
    ...(privateKey !== undefined && { key: privateKey }),
    ...(ca !== undefined && { ca }),
  }
}

function breakerOf({ clock, log, alarm, recovered }: OpenNeeds, { id, name }: PspAccount): Breaker {
  const known = { pspAccountId: id, name }
  return openBreaker({
    ...USUAL_BREAKER,
    clock,
    rested: trouble => alarm('a PSP does not answer and is asked no more for now', { ...known, trouble }),
    recovered() {
      log.info(known, 'a PSP that did not answer is back')
      recovered(id)
    },
  })
}
