// The PSP accounts that are open in this process: rows of psp_account, each with its adapter, opened once and opened anew when
// the row has changed.
import type { Database } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import type { BreakerState } from './breaker.ts'
import { type Opened, type OpenNeeds, openPspAccount } from './opened.ts'
import type { PayIn, PayOut, Psp } from './port.ts'
import { findPspAccount, findPspAccountVersions } from './store.ts'

export interface PspDirectory {
  psp(pspAccountId: number): Promise<Psp>
  payIn(pspAccountId: number): Promise<PayIn>
  /** Throws where the account's PSP does not pay out: nobody is bound to such an account for that. */
  payOut(pspAccountId: number): Promise<PayOut>
  /** Whether calls are turned away at the moment because this PSP has not answered for a while. */
  rests(pspAccountId: number): Promise<boolean>
  /** How each PSP that has been called since the start answers. */
  states(): PspState[]
  /** Its row has changed: whoever asks next gets it as it is now. Calls under way end first. */
  forget(pspAccountId: number): void
  /** Until the certificate that we show this PSP expires, negative once it has; null where there is none. */
  certificateDaysLeft(pspAccountId: number): Promise<number | null>
  /** Where this PSP is to call back. It holds the secret token, and is for nobody else's eyes. */
  callbackAddress(pspAccountId: number, publicUrl: string): Promise<string>
  /**
   * Tells every PSP that has not been told yet, or whose account has changed since, where its callbacks go. Answers those
   * that could not be told. While the house is in recovery nobody is told anything.
   */
  registerCallbacks(publicUrl: string): Promise<{ name: string; reason: string }[]>
  close(): Promise<void>
}

export interface PspState extends BreakerState {
  pspAccountId: number
}

export interface DirectoryNeeds extends OpenNeeds {
  db: Database
}

export function openDirectory(needs: DirectoryNeeds): PspDirectory {
  const opening = new Map<number, Promise<Opened>>()
  const opened = new Map<number, Opened>()
  const closing = new Set<Promise<void>>()
  /** The version of the account that the PSP was told with. */
  const told = new Map<number, number>()

  async function open(id: number): Promise<Opened> {
    const account = await findPspAccount(needs.db, id)
    if (account === null) throw new Failure('INTERNAL_ERROR', 'no such PSP account', { known: { id } })
    return openPspAccount(needs, account)
  }

  function find(id: number): Promise<Opened> {
    const known = opening.get(id)
    if (known !== undefined) return known
    const fresh = open(id)
    opening.set(id, fresh)
    const isCurrent = () => opening.get(id) === fresh
    fresh.then(
      one => isCurrent() && opened.set(id, one),
      // What could not be opened is tried anew by the next caller.
      () => isCurrent() && opening.delete(id),
    )
    return fresh
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

  const callbackAddress = async (id: number, publicUrl: string) =>
    `${publicUrl}/callbacks/psp/${(await find(id)).callbackToken}`

  async function register(id: number, publicUrl: string): Promise<{ name: string; reason: string } | null> {
    const { account, psp } = await find(id)
    const outcome = await psp.registerCallbacks(await callbackAddress(id, publicUrl))
    if (outcome.kind !== 'done') return { name: account.name, reason: outcome.reason }
    told.set(id, account.version)
    return null
  }

  return {
    psp: async id => (await find(id)).psp,
    payIn: async id => (await find(id)).psp.payIn,
    async payOut(id) {
      const { psp, account } = await find(id)
      if (psp.payOut === null) throw new Error(`the PSP account ${account.name} only receives`)
      return psp.payOut
    },
    rests: async id => (await find(id)).breaker.turnsAway(),
    states: () => [...opened].map(([pspAccountId, { breaker }]) => ({ pspAccountId, ...breaker.state() })),
    forget,
    callbackAddress,
    certificateDaysLeft: async id => (await find(id)).certificateDaysLeft(),
    async registerCallbacks(publicUrl) {
      const accounts = await findPspAccountVersions(needs.db)
      for (const { id, version } of accounts) {
        const known = opened.get(id)
        if (known !== undefined && known.account.version !== version) forget(id)
      }
      if (needs.parked()) return []
      const ids = accounts.filter(({ id, version, inUse }) => inUse && told.get(id) !== version).map(({ id }) => id)
      // One account that cannot even be opened must not keep the others from being told.
      const untold = (id: number) => (error: Error) => ({ name: `PSP account ${id}`, reason: error.message })
      const troubles = await Promise.all(ids.map(id => register(id, publicUrl).catch(untold(id))))
      return troubles.filter(trouble => trouble !== null)
    },
    async close() {
      for (const id of [...opening.keys()]) forget(id)
      await Promise.all(closing)
    },
  }
}
