// The house: the only place where its parts meet. They are opened from the ground up, every dependency handed over by name,
// and end in the reverse order of their beginning.
import type { AddressInfo } from 'node:net'
import { startDueLoop } from '#db/due.ts'
import { startDoctorWatch } from '#doctor/watch.ts'
import { originsOf, urlOf } from '#house/addresses.ts'
import { openCallbackDoor } from '#house/callback-door.ts'
import { watchCertificates } from '#house/certificate-watch.ts'
import { type ListedRoute, openDoor } from '#house/door.ts'
import { type Ground, type HouseNeeds, layGround } from '#house/ground.ts'
import { openHouseMail } from '#house/mail.ts'
import { openMoney } from '#house/money.ts'
import { openNews } from '#house/news.ts'
import { openHouseProposals } from '#house/proposals.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import type { Recovery } from '#recovery/recovery.ts'
import { seedDemo } from './demo.ts'
import type { DemoSheet } from './demo-sheet.ts'

export interface House {
  /** Opens the door, and tells the PSPs where their callbacks go. */
  listen(): Promise<{ url: string }>
  /** Ends what is under way, then everything else. What waits is taken up by the next start. */
  stop(): Promise<void>
  seedDemo(earlier: DemoSheet | null): Promise<DemoSheet | null>
  readonly recovery: Recovery
  /** Every route with its rules. */
  readonly routes: readonly ListedRoute[]
}

export async function openHouse(needs: HouseNeeds): Promise<House> {
  const parts = new AsyncDisposableStack()
  try {
    return await assemble(parts, needs)
  } catch (error) {
    // A house that cannot open leaves nothing running.
    await parts.disposeAsync()
    throw error
  }
}

/** Every part is put on the stack as soon as it runs. */
async function assemble(parts: AsyncDisposableStack, needs: HouseNeeds): Promise<House> {
  const { config } = needs
  let ownUrl = config.publicUrl
  let callbackUrl: string | null = null
  let stopping = false

  const ground = await layGround(parts, needs)
  const news = openNews(parts, ground)
  const money = openMoney(parts, ground, news)
  const mail = openHouseMail(ground)
  const proposals = openHouseProposals(parts, ground, news, mail)
  const origins = () => (ownUrl === null ? [] : originsOf(ownUrl))
  const callbacksAt = () => callbackUrl
  const stop = { stopping: () => stopping }
  const door = await openDoor(parts, { ground, news, money, mail, proposals, origins, callbacksAt, ...stop })
  const callbackDoor = await openCallbackDoor(parts, ground, money.inbox)
  watchCertificates(parts, ground, callbackDoor)
  const doctor = startDoctorWatch({ ...ground, everyMs: config.doctorEvery_ms })
  parts.defer(() => doctor.stop())
  const listeningAt = () => urlOf(door.server.server.address() as AddressInfo)

  return {
    routes: door.routes,
    recovery: ground.recovery,
    async listen() {
      const { host, port, processes } = config
      const at = { host, port, reusePort: processes > 1 }
      await door.server.listen(at)
      ownUrl ??= listeningAt()
      callbackUrl = (await callbackDoor?.listen(ownUrl)) ?? ownUrl
      await tellPsps(parts, ground, callbackUrl)
      return { url: listeningAt() }
    },
    seedDemo(earlier) {
      const urls = { baseUrl: ownUrl ?? listeningAt(), sandboxUrl: needs.sandboxUrl ?? '' }
      return seedDemo({ ...money.saleNeeds, ...door, urls, parked: ground.recovery.active }, earlier)
    },
    stop() {
      stopping = true
      return parts.disposeAsync()
    },
  }
}

/** Where their callbacks go. Whoever could not be told is told again, until it could. */
async function tellPsps(parts: AsyncDisposableStack, ground: Ground, url: string): Promise<void> {
  const { config, psps, log, recovery } = ground
  const round = async () => {
    const untold = await psps.registerCallbacks(url)
    for (const trouble of untold) log.error(trouble, 'the PSP could not be told where to call back')
    return false
  }
  // The demo pays as soon as the house is open; a real PSP that hangs must not delay the start.
  if (config.psp.kind === 'sandbox') await round()
  const registrar = startDueLoop({ name: 'callbacks', everyMs: MINUTE_MS, log, round })
  recovery.onResume(registrar.wake)
  parts.defer(() => registrar.stop())
}
