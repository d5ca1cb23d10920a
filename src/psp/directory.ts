// The PSP accounts that are open in this process: rows of psp_account, each with its adapter, opened once.
import type { Database } from '#db/postgres.ts'
import { Failure } from '#kernel/failure.ts'
import type { Clock } from '#kernel/time.ts'
import { openBcb } from './bcb.ts'
import { openEfi } from './efi.ts'
import { openPspHttp } from './http.ts'
import type { PayIn, PayOut, Psp } from './port.ts'
import { findPspAccount, findPspAccountIds, type PspAccount } from './store.ts'

export interface PspDirectory {
  psp(pspAccountId: number): Promise<Psp>
  payIn(pspAccountId: number): Promise<PayIn>
  /** Throws where the account's PSP does not pay out: nobody is bound to such an account for that. */
  payOut(pspAccountId: number): Promise<PayOut>
  /** Tells every PSP that has not been told yet where its callbacks go. Answers those that could not be told. */
  registerCallbacks(publicUrl: string): Promise<{ name: string; reason: string }[]>
  close(): Promise<void>
}

export interface DirectoryNeeds {
  db: Database
  /** Opens sealed credentials. */
  open: (sealed: string) => string
  timeoutMs: number
  clock: Clock
}

// Efí asks for its token in JSON.
const ADAPTERS = {
  bcb: { adapter: openBcb, tokenRequest: 'form' },
  efi: { adapter: openEfi, tokenRequest: 'json' },
} as const

interface Opened {
  account: PspAccount
  callbackToken: string
  psp: Psp
}

export function openDirectory(needs: DirectoryNeeds): PspDirectory {
  const opened = new Map<number, Promise<Opened>>()
  const told = new Set<number>()

  async function open(id: number): Promise<Opened> {
    const account = await findPspAccount(needs.db, id)
    if (account === null) throw new Failure('INTERNAL_ERROR', 'no such PSP account', { known: { id } })
    const { clientId, clientSecret, callbackToken } = JSON.parse(needs.open(account.credentialsSealed))
    const { baseUrl, pixKey } = account
    const { adapter, tokenRequest } = ADAPTERS[account.kind]
    const { timeoutMs, clock } = needs
    const http = openPspHttp({ baseUrl, clientId, clientSecret, tokenRequest, timeoutMs, clock })
    return { account, callbackToken, psp: adapter({ http, pixKey }) }
  }

  function opening(id: number): Promise<Opened> {
    const known = opened.get(id)
    if (known !== undefined) return known
    const fresh = open(id)
    opened.set(id, fresh)
    // What could not be opened is tried anew by the next caller.
    fresh.catch(() => opened.delete(id))
    return fresh
  }

  async function register(id: number, publicUrl: string): Promise<{ name: string; reason: string } | null> {
    const { account, callbackToken, psp } = await opening(id)
    const outcome = await psp.registerCallbacks(`${publicUrl}/callbacks/psp/${callbackToken}`)
    if (outcome.kind !== 'done') return { name: account.name, reason: outcome.reason }
    told.add(id)
    return null
  }

  return {
    psp: async id => (await opening(id)).psp,
    payIn: async id => (await opening(id)).psp.payIn,
    async payOut(id) {
      const { psp, account } = await opening(id)
      if (psp.payOut === null) throw new Error(`the PSP account ${account.name} only receives`)
      return psp.payOut
    },
    async registerCallbacks(publicUrl) {
      const ids = (await findPspAccountIds(needs.db)).filter(id => !told.has(id))
      // One account that cannot even be opened must not keep the others from being told.
      const untold = (id: number) => (error: Error) => ({ name: `PSP account ${id}`, reason: error.message })
      const troubles = await Promise.all(ids.map(id => register(id, publicUrl).catch(untold(id))))
      return troubles.filter(trouble => trouble !== null)
    },
    async close() {
      const all = await Promise.allSettled(opened.values())
      await Promise.all(all.flatMap(one => (one.status === 'fulfilled' ? one.value.psp.close() : [])))
    },
  }
}
