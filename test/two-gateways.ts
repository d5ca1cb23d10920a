// Two gateways on one database and one bank, as when an operator runs several.

import type { Connection } from '#db/postgres.ts'
import { type OpenBank, openBank } from '../sandbox/bank.ts'
import { freshDatabase, openTestGateway, type Seller, sellerWith, type TestGateway } from './gateway.ts'

export interface TwoGateways extends AsyncDisposable {
  gateway: TestGateway
  neighbour: TestGateway
  /** What they share, for a third one. */
  on: { connection: Connection; bank: OpenBank }
  /** The same seller, calling the neighbour. */
  atNeighbour(seller: Seller): Seller
}

export async function openTwoGateways(env: Record<string, string> = {}, startsAt?: Date): Promise<TwoGateways> {
  await using opening = new AsyncDisposableStack()
  const { connection, drop } = await freshDatabase()
  opening.defer(drop)
  const bank = await openBank({ dataDir: ':memory:', port: 0, latencyMs: 0 })
  opening.defer(() => bank.close())
  const on = { connection, bank }
  const options = { on, env, ...(startsAt !== undefined && { startsAt }) }
  const neighbour = opening.use(await openTestGateway(options))
  const gateway = opening.use(await openTestGateway(options))
  const resources = opening.move()
  return {
    gateway,
    neighbour,
    on,
    atNeighbour: ({ accountId, publicKey, privateKey }) => sellerWith(neighbour, accountId, publicKey, privateKey),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
