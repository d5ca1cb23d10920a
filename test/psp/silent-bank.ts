// A bank that never learns where it should call back, though the gateway believes that it does: every callback is lost. Only what a test
// sends comes in to the gateway.
import { type OpenBank, openBank } from '../../sandbox/bank.ts'
import { freshDatabase, openTestGateway, type TestGateway } from '../gateway.ts'
import { openWire, type Wire } from './faulty-wire.ts'

export interface SilentBank extends AsyncDisposable {
  gateway: TestGateway
  bank: OpenBank
  wire: Wire
  /** Another process of the same gateway, on the same database. */
  openAnother(): Promise<TestGateway>
  /** Calls the gateway back, as a PSP or as another who knows the address. */
  callBack(body: unknown): Promise<{ status: number }>
}

export async function openSilentBank(env: Record<string, string> = {}): Promise<SilentBank> {
  const resources = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  resources.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  resources.defer(() => bank.close())
  const wire = resources.use(await openWire(bank.url))
  wire.fail('PUT', '/v2/webhook/', { forwarded: false, answer: { status: 200, body: '{}' } }, 1_000)
  const on = { connection, bank: { ...bank, url: wire.url } }
  const gateway = resources.use(await openTestGateway({ env, on }))
  return {
    gateway,
    bank,
    wire,
    openAnother: async () => resources.use(await openTestGateway({ env, on })),
    callBack: body =>
      fetch(wire.callbackUrl(), { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
