// The webhooks of a stage as their owner and the gateway treat them, and what must follow: who receives an event, and what signs at a
// moment. Kept by simple counting apart from the engine's own rows.
import type { Database } from '#db/postgres.ts'
import { mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { Failure } from '#kernel/failure.ts'
import { type Clock, DAY_MS, systemRandom } from '#kernel/time.ts'
import type { Dispatcher } from '#notification/delivery/dispatcher.ts'
import type { EventName } from '#notification/events/catalogue.ts'
import type { NotificationsDeps } from '#notification/feature.ts'
import type { AddressRules } from '#notification/webhooks/address.ts'
import { changeWebhook, removeWebhook } from '#notification/webhooks/manage.ts'
import { activateSecret, lockWebhook, rotateSecret, updateWebhook } from '#notification/webhooks/store.ts'
import { type Listener, listen } from './audience.ts'
import { SEAL } from './engine.ts'
import type { Signers } from './reference.ts'

export interface Subscription {
  listener: Listener
  state: 'on' | 'off' | 'off by the gateway'
  /** By the gateway, the last time. */
  disabledAt: Date | null
  events: EventName[]
  secrets: Secrets
  /** While they change: what may sign already. */
  coming: Secrets | null
}

/** The second one signs with the first, and from then on alone. */
interface Secrets {
  first: string
  next: { secret: string; fromMs: number } | null
}

export interface Subscriptions {
  at(place: number): Subscription
  hearing(event: string): Subscription[]
  disabled(): Subscription[]
  /** More than one while they change. */
  signersOf(url: string): Signers[]
  /** Of a webhook there is or was. */
  pathOf(id: bigint): string
  isThere(id: bigint): boolean
  rotate(one: Subscription): Promise<void>
  activate(one: Subscription): Promise<void>
  choose(one: Subscription, events: EventName[]): Promise<void>
  switchTo(one: Subscription, active: boolean): Promise<void>
  /** As the gateway does it, for lack of success. */
  disable(one: Subscription): Promise<void>
  /** It is removed, and another comes in its place. */
  replace(one: Subscription): Promise<void>
}

interface SubscriptionDeps {
  db: Database
  clock: Clock
  accountId: number
  renew: (webhookId: bigint) => void
}

const PLACES = 2

export async function openSubscriptions({ db, clock, accountId, renew }: SubscriptionDeps): Promise<Subscriptions> {
  const all: Subscription[] = []
  const paths = new Map<bigint, string>()
  const address = { production: false, requireHttps: false }
  const managing: Pick<NotificationsDeps, 'db' | 'secretBox' | 'clock' | 'random'> &
    Pick<Dispatcher, 'renew'> & { address: AddressRules } = {
    db,
    clock,
    random: systemRandom,
    secretBox: SEAL,
    address,
    renew,
  }

  async function added(): Promise<Subscription> {
    const path = `/${accountId}/${paths.size + 1}`
    const listener = await listen(db, { accountId, url: `http://receivers.test${path}` })
    paths.set(listener.id, path)
    return {
      listener,
      state: 'on',
      disabledAt: null,
      events: ['sale.paid'],
      secrets: { first: listener.secret, next: null },
      coming: null,
    }
  }

  async function change({ listener }: Subscription, what: { active?: boolean; events?: EventName[] }): Promise<void> {
    const changed = await changeWebhook(managing, accountId, listener.id, what, async () => {})
    if (changed instanceof Failure) throw changed
  }

  function signers({ first, next }: Secrets): Signers {
    if (next === null) return { first, beside: null }
    return next.fromMs <= clock().getTime() ? { first: next.secret, beside: null } : { first, beside: next.secret }
  }

  async function becoming(one: Subscription, coming: Secrets, change: () => Promise<unknown>): Promise<void> {
    one.coming = coming
    if ((await change()) === null) throw new Error('its secrets could not be changed')
    renew(one.listener.id)
    one.secrets = coming
    one.coming = null
  }

  for (let n = 0; n < PLACES; n++) all.push(await added())

  return {
    at: place => all[place % all.length] as Subscription,
    hearing: event => all.filter(({ state, events }) => state !== 'off' && (events as string[]).includes(event)),
    disabled: () => all.filter(({ state }) => state === 'off by the gateway'),
    signersOf(url) {
      const one = all.find(({ listener }) => listener.url === url)
      const held = one === undefined ? [] : [one.secrets, one.coming]
      return held.filter(secrets => secrets !== null).map(signers)
    },
    pathOf: id => paths.get(id) ?? '/unknown',
    isThere: id => all.some(({ listener }) => listener.id === id),
    rotate(one) {
      const now = clock()
      const from = new Date(now.getTime() + DAY_MS)
      const secret = mintWebhookSecret(systemRandom)
      const { id } = one.listener
      const coming = { first: signers(one.secrets).first, next: { secret, fromMs: from.getTime() } }
      return becoming(one, coming, () =>
        rotateSecret(db, { accountId, id }, { secretSealed: SEAL.seal(secret), from, now }),
      )
    },
    async activate(one) {
      const { beside } = signers(one.secrets)
      if (beside === null) return
      const { id } = one.listener
      await becoming(one, { first: beside, next: null }, () => activateSecret(db, { accountId, id }, clock()))
    },
    async choose(one, events) {
      await change(one, { events })
      one.events = events
    },
    async switchTo(one, active) {
      await change(one, { active })
      one.state = active ? 'on' : 'off'
    },
    async disable(one) {
      const { id } = one.listener
      const now = clock()
      await db.transaction(async tx => {
        const row = await lockWebhook(tx, accountId, id)
        if (row !== null) await updateWebhook(tx, { ...row, active: false, disabledAt: now, disabledReason: 'play' })
      })
      one.state = 'off by the gateway'
      one.disabledAt = now
    },
    async replace(one) {
      const { id } = one.listener
      if (!(await removeWebhook(managing, accountId, id, async () => {})))
        throw new Error('there was no webhook to remove')
      Object.assign(one, await added())
    },
  }
}
