// A gateway in a process of its own, on a database and a bank of the test, which moves its clock by messages. See mortal-gateway.ts.
import type { Connection } from '#db/postgres.ts'
import { openTestGateway } from '../gateway.ts'

export interface Place {
  connection: Connection
  bankUrl: string
  /** How far its clock is ahead of the real one. */
  aheadMs: number
}

export type Message = { opened: string }

const { connection, bankUrl, aheadMs }: Place = JSON.parse(process.argv[2] ?? '')
const bank = { url: bankUrl, port: 0, close: async () => {} }
const startsAt = new Date(Date.now() + aheadMs)
const gateway = await openTestGateway({ on: { connection, bank }, startsAt })

process.on('message', ({ aheadMs: wanted }: Pick<Place, 'aheadMs'>) => {
  gateway.advance(wanted - (gateway.now().getTime() - Date.now()))
  gateway.gateway.recurrences.wake()
})
process.on('disconnect', () => process.exit())
process.send?.({ opened: gateway.url } satisfies Message)
