// The PSP accounts that are open in this process: rows of psp_account, each with its adapter, opened once and opened anew when
// the row has changed.
import { makeBatch } from '#kernel/concurrency/batch.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import { Failure } from '#kernel/failure.ts'
import type { SandboxBuyer } from './adapters/sandbox-buyer.ts'
import type { BreakerState } from './client/circuit-breaker.ts'
import { openCallCounter } from './collect/call-count.ts'
import type { Opening, PspsDeps } from './deps.ts'
import {
  addressOf,
  type NotRegistered,
  openRegistration,
  type RegistrationStates,
} from './inbox/callback-registration.ts'
import { PSP_KINDS, type PspKinds } from './kinds.ts'
import { type Opened, openPspAccount } from './open-account.ts'
import type { PayIn, PayOut, Psp } from './port.ts'
import { findByCallbackToken, findPspAccount, findPspAccountVersions, findVersions, type PspAccount } from './store.ts'

export interface PspDirectory {
  /** The kinds of PSP that an account may have. */
  readonly kinds: PspKinds
  psp(pspAccountId: number): Promise<Psp>
  payIn(pspAccountId: number): Promise<PayIn>
  /** Throws where the account's PSP does not pay out: no seller is bound to such an account for payouts. */
  payOut(pspAccountId: number): Promise<PayOut>
  /** The buyer with play money; null: the account is not the sandbox's. */
  sandboxBuyer(pspAccountId: number): Promise<SandboxBuyer | null>
  /** Whether the circuit of this PSP is open. */
  isCircuitOpen(pspAccountId: number): Promise<boolean>
  /** The PSP accounts with an open circuit. */
  circuitOpen(): number[]
  /** The same of its API of charges, which may be down while the other answers. */
  isCollectCircuitOpen(pspAccountId: number): Promise<boolean>
  collectCircuitsOpen(): number[]
  /** Calls the listener whenever the circuit of a PSP has closed again. */
  onRecovered(listener: (pspAccountId: number) => void): void
  /** The availability of each PSP that was called since the start. */
  states(): PspState[]
  /** Its row has changed: the next caller gets it as it is now. Calls under way end first. */
  forget(pspAccountId: number): void
  /** The time until the certificate that we show this PSP expires, negative once it has; null where there is none. */
  certificateDaysLeft(pspAccountId: number): Promise<number | null>
  /** The callback address for this PSP. It holds the secret token, and must not be shown. */
  callbackAddress(pspAccountId: number, publicUrl: string): Promise<string>
  /** Registers the callback addresses at this PSP; null: they are registered. */
  registerOne(pspAccountId: number, publicUrl: string): Promise<NotRegistered | null>
  /** What is registered at this PSP, as far as this process knows. */
  registrations(pspAccountId: number): RegistrationStates
  /**
   * Registers the callback address at every PSP where that has not been done yet, whose account has changed since, or that has
   * lost the address. Answers those that failed. In recovery nothing is registered.
   */
  registerCallbacks(publicUrl: string): Promise<NotRegistered[]>
  close(): Promise<void>
}

export interface PspState extends BreakerState {
  pspAccountId: number
  kind: string
  /** Of its API of charges; null: it makes none. */
  collect: BreakerState | null
}

const LARGEST_BATCH = 256
const MAX_WAITING = 4_096

/** `kinds` absent: `PSP_KINDS`. */
export function openDirectory(
  deps: Opening & Pick<PspsDeps, 'db' | 'callsGatheredMs'> & Partial<Pick<PspsDeps, 'kinds'>>,
): PspDirectory {
  const { kinds = PSP_KINDS } = deps
  const opening = new Map<number, Promise<Opened>>()
  const opened = new Map<number, Opened>()
  const closing = new Set<Promise<void>>()
  const calls = openCallCounter(deps)
  const listeners: ((pspAccountId: number) => void)[] = []
  const registration = openRegistration({ ...deps, find: current, findByToken })
  const versionOf = makeBatch({
    name: 'psp-account.version',
    flush: (ids: number[]) => findVersions(deps.db, ids),
    max: LARGEST_BATCH,
    maxWaiting: MAX_WAITING,
    divisible: () => false,
  })

  async function findByToken(token: string): Promise<PspAccount | null> {
    const id = await findByCallbackToken(deps.db, hashToken(token))
    return id === null ? null : findPspAccount(deps.db, id)
  }

  function recovered(id: number): void {
    for (const listener of listeners) listener(id)
  }

  async function open(id: number): Promise<Opened> {
    const account = await findPspAccount(deps.db, id)
    if (account === null) throw new Failure('INTERNAL_ERROR', 'no such PSP account', { context: { id } })
    return openPspAccount({ ...deps, kinds, calls, recovered }, account)
  }

  function find(id: number): Promise<Opened> {
    const known = opening.get(id)
    if (known !== undefined) return known
    const fresh = open(id)
    opening.set(id, fresh)
    const isCurrent = () => opening.get(id) === fresh
    fresh.then(
      one => isCurrent() && opened.set(id, one),
      // An account that could not be opened is tried anew by the next caller.
      () => isCurrent() && opening.delete(id),
    )
    return fresh
  }

  /**
   * As its row is now, whichever process has changed it. An open payment keeps the account at its bank (accounts/store.ts), so
   * that a lookup never goes to another bank than the one that was called before.
   */
  async function current(id: number): Promise<Opened> {
    const version = await versionOf(id)
    const held = find(id)
    const one = await held
    if (version === null || one.account.version >= version) return one
    if (opening.get(id) === held) forget(id)
    return find(id)
  }

  function forget(id: number): void {
    const old = opening.get(id)
    if (old === undefined) return
    opening.delete(id)
    opened.delete(id)
    const closed: Promise<void> = old
      .then(
        one => one.psp.close(),
        () => {},
      )
      .finally(() => closing.delete(closed))
    closing.add(closed)
  }

  return {
    kinds,
    psp: async id => (await current(id)).psp,
    payIn: async id => (await current(id)).psp.payIn,
    async payOut(id) {
      const { psp, account } = await current(id)
      if (psp.payOut === null) throw new Error(`the PSP account ${account.name} only receives`)
      return psp.payOut
    },
    sandboxBuyer: async id => (await current(id)).sandboxBuyer,
    isCircuitOpen: async id => (await find(id)).breaker.turnsAway(),
    circuitOpen: () => [...opened].flatMap(([id, { breaker }]) => (breaker.turnsAway() ? [id] : [])),
    isCollectCircuitOpen: async id => (await find(id)).collectBreaker?.turnsAway() ?? false,
    collectCircuitsOpen: () => [...opened].flatMap(([id, one]) => (one.collectBreaker?.turnsAway() ? [id] : [])),
    onRecovered: listener => void listeners.push(listener),
    states: () =>
      [...opened].map(([pspAccountId, { account, breaker, collectBreaker }]) => ({
        pspAccountId,
        kind: account.kind,
        ...breaker.state(),
        collect: collectBreaker?.state() ?? null,
      })),
    forget,
    callbackAddress: async (id, publicUrl) => addressOf(await current(id), publicUrl),
    certificateDaysLeft: async id => (await find(id)).certificateDaysLeft(),
    registerOne: registration.registerById,
    registrations: registration.statesOf,
    async registerCallbacks(publicUrl) {
      if (deps.paused()) return []
      const accounts = await findPspAccountVersions(deps.db, deps.clock())
      const inUse = accounts.filter(account => account.inUse)
      const troubles = await Promise.all(inUse.map(account => registration.keepRegistered(account, publicUrl)))
      return troubles.flat()
    },
    async close() {
      for (const id of [...opening.keys()]) forget(id)
      await Promise.all(closing)
      await calls.stop()
    },
  }
}
