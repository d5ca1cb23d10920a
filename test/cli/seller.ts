// The command line as a seller's programmer runs it: the program that npm links, with a home folder of its own and no other environment.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Seller } from '../gateway.ts'
import { until } from '../until.ts'
import type { Ended } from './run.ts'

export const BIN = fileURLToPath(new URL('../../bin/porteira.js', import.meta.url))

export interface Running extends AsyncDisposable {
  out(): string
  err(): string
  says(text: RegExp): Promise<RegExpExecArray>
  /** As Ctrl-C does. */
  interrupt(): Promise<Ended>
  ended: Promise<Ended>
}

export const run = (args: string[], env: Record<string, string>, input = ''): Running =>
  runProgram(BIN, args, env, input)

export function runProgram(program: string, args: string[], env: Record<string, string>, input = ''): Running {
  // A group of its own, so that a signal reaches what a Ctrl-C would.
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const message = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', data => {
    message.out += data
  })
  child.stderr.setEncoding('utf8').on('data', data => {
    message.err += data
  })
  child.stdin.end(input)
  const ended = once(child, 'close').then(([code]) => ({ code, ...message }))
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal)
    return ended
  }
  return {
    out: () => message.out,
    err: () => message.err,
    says: text => until(() => text.exec(message.out + message.err), `${text} in ${JSON.stringify(args)}`),
    interrupt: () => end('SIGINT'),
    ended,
    [Symbol.asyncDispose]: async () => void (await end('SIGKILL')),
  }
}

export const keysIn = (address: string, { publicKey, privateKey }: Seller): Record<string, string> => ({
  PORTEIRA_URL: address,
  PORTEIRA_PUBLIC_KEY: publicKey,
  PORTEIRA_PRIVATE_KEY: privateKey,
})

export interface Line extends AsyncDisposable {
  url: string
  /** Cuts every connection as the death of a process does; later ones go there. null: nobody answers. */
  leadTo(url: string | null): void
}

/** A network in between, which a test can cut. */
export async function openLine(first: string): Promise<Line> {
  let target: string | null = first
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  }
  const server = createServer(caller => {
    keep(caller)
    if (target === null) {
      caller.destroy()
      return
    }
    const { hostname, port } = new URL(target)
    const callee = connect(Number(port), hostname)
    keep(callee)
    caller.pipe(callee).pipe(caller)
    caller.on('close', () => callee.destroy())
    callee.on('close', () => caller.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      target = url
      cut()
    },
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise(done => server.close(done))
    },
  }
}
