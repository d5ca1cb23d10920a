// What the tests of the egress need: receivers that do with a connection whatever they like, names that mean what a test says, and an
// egress that takes this machine for the open internet.
import { once } from 'node:events'
import { type AddressInfo, createServer, isIP, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { type Egress, type EgressSettings, type Names, openEgress } from '#http/egress/egress.ts'
import { isPublicAddress } from '#kernel/ip-address.ts'
import { until } from '../until.ts'

export const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
export const BODY = Buffer.from('{"id":"x"}')

export interface Wild {
  port: number
  url: string
  connections: Socket[]
  /** The requests that came, whole, of all connections together. */
  requests: string[]
}

/** `talk` is called with each request, and with how many came on this connection and in all, this one included. */
export async function openWild(
  t: TestContext,
  talk: (socket: Socket, onThis: number, inAll: number) => void,
  onConnection: (socket: Socket) => void = () => {},
): Promise<Wild> {
  const connections: Socket[] = []
  const requests: string[] = []
  const server = createServer(socket => {
    connections.push(socket)
    socket.on('error', () => {})
    onConnection(socket)
    let [text, onThis] = ['', 0]
    socket.on('data', chunk => {
      text += chunk.toString('latin1')
      for (let end = endOf(text); end > 0 && !socket.destroyed; end = endOf(text)) {
        requests.push(text.slice(0, end))
        text = text.slice(end)
        talk(socket, ++onThis, requests.length)
      }
    })
  })
  const port = await listening(t, server)
  t.after(() => {
    for (const socket of connections) socket.destroy()
  })
  return { port, url: `http://127.0.0.1:${port}/hook`, connections, requests }
}

export async function listening(t: TestContext, server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Where the first request in this text ends; 0 where it has not come whole. */
function endOf(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return 0
  const end = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
  return end <= text.length ? end : 0
}

export function egressFor(t: TestContext, settings: Partial<EgressSettings> = {}): Egress {
  const egress = openEgress({ publicOnly: false, timeoutMs: 5_000, ...settings })
  t.after(() => egress.close())
  return egress
}

/** Names of a test's own making; `asked` fills with those that were looked up. */
export function namesOf(table: (name: string) => string[] | Promise<string[]>): Names & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    async resolve(name) {
      asked.push(name)
      return (await table(name)).map(address => ({ address, family: isIP(address) }))
    },
  }
}

/** As the real judgement, but this one address of loopback counts as the open internet. */
export const standIn = (address: string): boolean => address === '127.0.0.1' || isPublicAddress(address)

export async function outcomeOf(egress: Egress, url: string, headers: Record<string, string> = {}): Promise<string> {
  const { status, error } = await egress.post(url, headers, BODY)
  return status === null ? String(error) : String(status)
}

export const untilClosed = (wild: Wild) =>
  until(() => wild.connections.length > 0 && wild.connections.every(({ closed }) => closed), 'the connections to close')
