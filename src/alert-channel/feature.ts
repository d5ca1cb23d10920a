// Channels of alerts as the rest of the gateway sees them: alerts reach people by mail, chat, pager and signed webhook, and an address
// outside hears that the gateway lives. It ends with what it has begun.
import type { FastifyBaseLogger } from 'fastify'
import type { Static } from 'typebox'
import type { Alerts } from '#alert/alerts.ts'
import type { Database } from '#db/postgres.ts'
import type { RecordAction } from '#http/audited-action.ts'
import { type EgressProxy, openEgress } from '#http/egress/egress.ts'
import { systemNames } from '#http/egress/names.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import type { Failure } from '#kernel/failure.ts'
import { isAmong, isPublicAddress } from '#kernel/ip-address.ts'
import type { RandomBytes } from '#kernel/time.ts'
import { type Clock, SECOND_MS } from '#kernel/time.ts'
import type { SendMail } from '#mail/mail.ts'
import { openCourier } from '#notification/delivery/headers.ts'
import type { AddressRules } from '#notification/webhooks/address.ts'
import type { Channel } from './channel.ts'
import { type Tested, testChannel } from './delivery/test-message.ts'
import { startWorker } from './delivery/worker.ts'
import { addChannel, changeChannel, removeChannel } from './manage.ts'
import { startRouter } from './routing/router.ts'
import { activateNextSecret, rotateSecret } from './secret.ts'
import { findChannel, listChannels } from './store.ts'
import { startSwitch } from './switch/worker.ts'
import type { Inside } from './target.ts'
import type { ChannelChangeBody, NewChannelBody } from './wire.ts'

export interface AlertChannelsDeps {
  db: Database
  clock: Clock
  random: RandomBytes
  log: FastifyBaseLogger
  secretBox: SecretBox
  alerts: Pick<Alerts, 'raise' | 'resolve'>
  /** Where people reach this gateway; "" before it listens. */
  baseUrl: () => string
  /** null: this gateway sends no mail. */
  sendMail: SendMail | null
  /** The addresses of the operators. */
  operators: () => Promise<string[]>
  /** Stands in the names of headers. */
  headerBrand: string
  /** As people read it. */
  brand: string
  address: AddressRules
  proxy: EgressProxy | null
  /** Addresses and ranges inside that channels may reach in production. */
  internal: readonly string[]
  /** Names of work of this process that makes no progress. */
  stalled?: () => string[]
}

export interface AlertChannels extends AsyncDisposable {
  readonly sendsMail: boolean
  readonly inside: Inside
  readonly clock: Clock
  list(): Promise<Channel[]>
  find(id: bigint): Promise<Channel | null>
  add(body: Static<typeof NewChannelBody>, recordAction: RecordAction): ReturnType<typeof addChannel>
  change(id: bigint, body: Static<typeof ChannelChangeBody>, recordAction: RecordAction): Promise<Channel | Failure>
  remove(id: bigint, recordAction: RecordAction): Promise<Failure | null>
  test(id: bigint, recordAction: RecordAction): Promise<Tested | Failure>
  /** For a webhook: a new secret, which signs beside the old one for a day. */
  rotateSecret(id: bigint, recordAction: RecordAction): ReturnType<typeof rotateSecret>
  /** The new one signs alone from now on. */
  activateSecret(id: bigint, recordAction: RecordAction): Promise<Channel | Failure>
}

/** People wait for the answer to a test. */
const ANSWER_MS = 10 * SECOND_MS

export function openAlertChannels(deps: AlertChannelsDeps): AlertChannels {
  const { db, secretBox, internal, address, proxy } = deps
  const resources = new AsyncDisposableStack()
  const isInternal = (text: string) => isAmong(text, internal)
  const inside: Inside = { ...address, isInternal, hasInternal: internal.length > 0 }
  const egress = openEgress({
    publicOnly: address.production,
    timeoutMs: ANSWER_MS,
    proxy,
    isPublic: text => isPublicAddress(text) || isInternal(text),
    // Internal names are known to the system alone.
    ...(internal.length > 0 && { names: systemNames }),
  })
  resources.defer(() => egress.close())
  const courier = openCourier({ brand: deps.headerBrand, open: secretBox.open, fallbackPostbackSecret: null })
  const working = { ...deps, egress, courier }
  const worker = startWorker(working)
  resources.defer(() => worker.stop())
  const router = startRouter({ ...deps, owed: worker.wake })
  resources.defer(() => router.stop())
  const signs = startSwitch({ ...deps, egress, userAgent: courier.userAgent })
  resources.defer(() => signs.stop())
  const managing = { ...deps, inside }
  return {
    sendsMail: deps.sendMail !== null,
    inside,
    clock: deps.clock,
    list: () => listChannels(db),
    find: id => findChannel(db, id),
    add: (body, recordAction) => addChannel(managing, body, recordAction),
    change: (id, body, recordAction) => changeChannel(managing, id, body, recordAction),
    remove: (id, recordAction) => removeChannel(managing, id, recordAction),
    test: (id, recordAction) => testChannel(working, id, recordAction),
    rotateSecret: (id, recordAction) => rotateSecret(managing, id, recordAction),
    activateSecret: (id, recordAction) => activateNextSecret(managing, id, recordAction),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
