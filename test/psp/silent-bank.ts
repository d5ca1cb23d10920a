// A bank that never learns where it should call back, though the gateway believes that it does: every callback is lost. What
// comes in to the gateway is only what a test tells it.
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestHouse, type TestHouse } from '../house.ts'
import { openWire, type Wire } from './faulty-wire.ts'

export interface SilentBank extends AsyncDisposable {
  house: TestHouse
  bank: OpenBank
  wire: Wire
  /** Another process of the same house, on the same database. */
  openAnother(): Promise<TestHouse>
  /** Calls the gateway back, as a PSP or as whoever knows the address. */
  tell(body: unknown): Promise<{ status: number }>
}

export async function openSilentBank(env: Record<string, string> = {}): Promise<SilentBank> {
  const parts = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  parts.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  parts.defer(() => bank.close())
  const wire = parts.use(await openWire(bank.url))
  wire.fail('PUT', '/v2/webhook/', { forwarded: false, answer: { status: 200, body: '{}' } }, 1_000)
  const on = { connection, bank: { ...bank, url: wire.url } }
  const house = parts.use(await openTestHouse({ env, on }))
  return {
    ...{ house, bank, wire },
    openAnother: async () => parts.use(await openTestHouse({ env, on })),
    tell: body =>
      fetch(wire.callbackUrl(), { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
