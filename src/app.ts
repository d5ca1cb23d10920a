// The gateway: the only place where its parts meet. They are opened from the ground up, every dependency handed over by name, and
// end in the reverse order of their beginning.
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBackups } from '#backup/report/open.ts'
import type { Carts } from '#cart/feature.ts'
import type { Checkouts } from '#checkout/feature.ts'
import { originsOf, panelUrlOf, urlOf } from '#composition/addresses.ts'
import { openOwnCallbackServer } from '#composition/callback-server.ts'
import { openFeatures } from '#composition/features.ts'
import { type GatewayDeps, openInfrastructure } from '#composition/infrastructure.ts'
import { metricsOf } from '#composition/metrics.ts'
import { type ListedRoute, openHttpServer } from '#composition/routes.ts'
import { RELEASE } from '#config/release.ts'
import { type DemoSheet, seedDemo } from '#demo/seed.ts'
import type { Recovery } from '#recovery/feature.ts'
import type { Recurrences } from '#recurrence/feature.ts'
import { type Metrics, openTraces } from '#telemetry/feature.ts'

export interface Gateway {
  /** Listens, and registers our callback addresses with the PSPs. */
  listen(): Promise<{ url: string }>
  /**
   * Says that it is stopping, and serves on for as long as a proxy may need to notice (STOP_WAIT_MS). Then it ends what is under way, and
   * everything else. What waits is taken up by the next start.
   */
  stop(): Promise<void>
  seedDemo(earlier: DemoSheet | null): Promise<DemoSheet | null>
  readonly recovery: Recovery
  /** What the pages of the checkout do for a buyer, and how often. */
  readonly carts: Carts
  readonly checkouts: Checkouts
  readonly recurrences: Recurrences
  /** Null where METRICS is off. */
  readonly metrics: Metrics | null
  /** Every route with its rules. */
  readonly routes: readonly ListedRoute[]
}

export async function composeGateway(deps: GatewayDeps): Promise<Gateway> {
  const resources = new AsyncDisposableStack()
  try {
    return await assemble(resources, deps)
  } catch (error) {
    // A gateway that cannot open leaves nothing running.
    await resources.disposeAsync()
    throw error
  }
}

/** Every part is put on the stack as soon as it runs. */
async function assemble(resources: AsyncDisposableStack, deps: GatewayDeps): Promise<Gateway> {
  const { config } = deps
  let ownUrl = config.publicUrl
  let callbackUrl: string | null = null
  let isListening = false
  let stopping = false

  if (config.traces !== null)
    resources.use(await openTraces({ ...config.traces, version: RELEASE.version, log: deps.log }))
  const infrastructure = await openInfrastructure(resources, deps)
  const baseUrl = () => ownUrl ?? listeningAt()
  const origins = () => (ownUrl === null ? [] : originsOf(ownUrl))
  const features = openFeatures(resources, infrastructure, {
    baseUrl,
    callbackUrl: () => callbackUrl ?? baseUrl(),
    panelUrl: panelUrlOf(config, origins),
  })
  await features.legalRequests.ensureSigningKey()
  const backups = resources.use(openBackups({ ...infrastructure, maxAgeMs: config.backupMaxAge_ms }))
  const metrics = await metricsOf(infrastructure, { ...features, backups })
  if (metrics !== null) resources.use(metrics)
  const callbacksAt = () => callbackUrl
  const httpServer = await openHttpServer(resources, {
    infrastructure,
    features,
    origins,
    callbacksAt,
    stopping: () => stopping,
  })
  const callbackServer = await openOwnCallbackServer(resources, infrastructure, features.inbox)
  infrastructure.psps.watchCertificates(callbackServer?.certificate ?? null)
  const listeningAt = () => urlOf(httpServer.server.server.address() as AddressInfo)

  return {
    routes: httpServer.routes,
    recovery: infrastructure.recovery,
    carts: features.carts,
    checkouts: features.checkouts,
    recurrences: features.recurrences,
    metrics,
    async listen() {
      const { host, port, processes } = config
      const at = { host, port, reusePort: processes > 1 }
      await httpServer.server.listen(at)
      isListening = true
      ownUrl ??= listeningAt()
      callbackUrl = (await callbackServer?.listen(ownUrl)) ?? ownUrl
      await infrastructure.psps.keepRegistered(callbackUrl)
      return { url: listeningAt() }
    },
    seedDemo(earlier) {
      const urls = { baseUrl: ownUrl ?? listeningAt(), sandboxUrl: deps.sandboxUrl ?? '' }
      const { accounts, sales, checkouts } = features
      const { active: paused } = infrastructure.recovery
      return seedDemo({ ...infrastructure, auth: httpServer.auth, accounts, sales, checkouts, urls, paused }, earlier)
    },
    async stop() {
      stopping = true
      if (isListening) await sleep(config.stopWait_ms)
      await resources.disposeAsync()
    },
  }
}
