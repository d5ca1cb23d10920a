// A caller with one connection of its own that stays open, one request at a time on it.
import { once } from 'node:events'
import { connect } from 'node:net'

export interface Client {
  /** Answers the status. */
  send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<number>
  /** Whether the other end is closed. */
  isCut(): boolean
  /** Of its end of the connection. */
  localPort: number
  close(): void
}

const HEAD_END = '\r\n\r\n'

export async function openClient(base: string): Promise<Client> {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let last: Promise<unknown> = Promise.resolve()
  let message = ''
  let heard = () => {}
  let isGone = false
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    message += text
    heard()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    isGone = true
    heard()
  })

  async function answer(): Promise<number> {
    for (;;) {
      const end = message.indexOf(HEAD_END)
      const length = Number(/content-length: (\d+)/i.exec(message.slice(0, end))?.[1] ?? 0)
      const whole = end + HEAD_END.length + length
      if (end !== -1 && message.length >= whole) {
        const status = Number(message.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3))
        message = message.slice(whole)
        return status
      }
      if (isGone) throw new Error('the connection is gone')
      await new Promise<void>(resolve => {
        heard = resolve
      })
    }
  }

  return {
    send(method, path, headers, body) {
      const text = body === undefined ? '' : JSON.stringify(body)
      const more = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': `${text.length}` }
      const lines = Object.entries({ host: hostname, ...headers, ...more }).map(([name, value]) => `${name}: ${value}`)
      const asked = last.then(() => {
        socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
        return answer()
      })
      last = asked.catch(() => {})
      return asked
    },
    isCut: () => isGone,
    localPort: socket.localPort as number,
    close: () => socket.destroy(),
  }
}
