// Registers the callback address at each PSP: once, again when its account has changed, and again when the PSP has lost the
// address. It remembers its registrations for as long as the process lives.
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import type { Opened } from '../open-account.ts'

/** A PSP where the registration failed. */
export interface NotRegistered {
  pspAccountId: number
  name: string
  reason: string
}

export interface RegistrationDeps {
  find: (pspAccountId: number) => Promise<Opened>
  clock: Clock
  log: { info: (context: object, message: string) => void }
}

export interface Registration {
  /** Registers in every case; null: it is registered. */
  registerById(pspAccountId: number, publicUrl: string): Promise<NotRegistered | null>
  /** Registers where that is due; null: nothing was due, or it is registered. */
  keepRegistered(account: { id: number; version: number }, publicUrl: string): Promise<NotRegistered | null>
}

/** A PSP that does not report the registered address is taken to have it for this long. */
const BELIEVED_MS = HOUR_MS

export const addressOf = ({ callbackToken }: Pick<Opened, 'callbackToken'>, publicUrl: string): string =>
  `${publicUrl}/callbacks/psp/${callbackToken}`

export function openRegistration({ find, clock, log }: RegistrationDeps): Registration {
  /** The version of the account that was registered, and when the registration was last confirmed. */
  const registered = new Map<number, { version: number; rightAt: Date }>()

  // One account that cannot even be opened must not keep the others from being registered.
  const registerById = (pspAccountId: number, publicUrl: string): Promise<NotRegistered | null> =>
    find(pspAccountId).then(
      one => register(one, publicUrl),
      (error: Error) => ({ pspAccountId, name: `PSP account ${pspAccountId}`, reason: error.message }),
    )

  async function register(one: Opened, publicUrl: string): Promise<NotRegistered | null> {
    const { account, psp } = one
    const outcome = await psp.registerCallbacks(addressOf(one, publicUrl))
    if (outcome.kind !== 'done') return { pspAccountId: account.id, name: account.name, reason: outcome.reason }
    registered.set(account.id, { version: account.version, rightAt: clock() })
    return null
  }

  async function compare(id: number, version: number, publicUrl: string): Promise<NotRegistered | null> {
    const one = await find(id)
    const found = await one.psp.findCallbacks()
    // A PSP that does not answer this query is asked again in an hour: the address was registered, after all.
    registered.set(id, { version, rightAt: clock() })
    if (found.kind !== 'done' || isSame(found.value, addressOf(one, publicUrl))) return null
    const known = { pspAccountId: id, name: one.account.name }
    log.info(known, 'a PSP had lost where to call back, and is told again')
    registered.delete(id)
    return registerById(id, publicUrl)
  }

  return {
    registerById,
    async keepRegistered({ id, version }, publicUrl) {
      const known = registered.get(id)
      if (known?.version !== version) return registerById(id, publicUrl)
      const isBelieved = clock().getTime() - known.rightAt.getTime() < BELIEVED_MS
      return isBelieved ? null : compare(id, version, publicUrl).catch(() => null)
    },
  }
}

const isSame = (address: string | null, ours: string) =>
  address !== null && URL.parse(address)?.href === URL.parse(ours)?.href
