// A gateway that is killed with SIGKILL now and then, while its test moves the clocks: another process goes on with what it left half done.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Connection, openDatabase } from '#db/postgres.ts'
import type { OpenBank } from '../../sandbox/bank.ts'
import { PROGRAM_ENV } from '../program-env.ts'
import type { Clocked } from './calendar.ts'
import type { Message, Place } from './gateway-program.ts'

export interface MortalGateway extends Clocked, AsyncDisposable {
  /** Of the process that runs now. */
  readonly url: string
  /** How often it was killed. */
  readonly deaths: number
}

const PROGRAM = fileURLToPath(new URL('gateway-program.ts', import.meta.url))

/**
 * `diesAt`: after which moves of the clock it is killed, each with the number of looks at its work until then. Looks follow each other while
 * there is work, some milliseconds apart: how many there are depends on the machine, and the moves do not.
 */
export async function openMortalGateway(
  on: { connection: Connection; bank: OpenBank },
  startsAt: Date,
  diesAt: ReadonlyMap<number, number>,
): Promise<MortalGateway> {
  await using opening = new AsyncDisposableStack()
  const db = openDatabase(on.connection, 3)
  opening.defer(() => db.close())
  let aheadMs = startsAt.getTime() - Date.now()
  let [moves, deaths] = [0, 0]
  let looksLeft: number | null = null
  const start = () => begin({ connection: on.connection, bankUrl: on.bank.url, aheadMs })
  let life = await start()
  let rebirth: Promise<unknown> | null = null
  opening.defer(async () => {
    await rebirth
    await end(life.child)
  })

  /** Where it is dying at this moment, the next one is told when it begins. */
  const send = () => {
    if (life.child.connected) life.child.send({ aheadMs }, () => {})
  }
  async function die(): Promise<void> {
    await end(life.child)
    deaths++
    life = await start()
    rebirth = null
    send()
  }
  /** Who waits for work that nobody does any more says so in the end. */
  const failed = (error: Error) => process.stderr.write(`${error.stack}\n`)

  const resources = opening.move()
  return {
    bankUrl: on.bank.url,
    db,
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms
      looksLeft = diesAt.get(++moves) ?? looksLeft
      send()
    },
    gateway: {
      recurrences: {
        wake() {
          send()
          if (looksLeft === null || --looksLeft > 0) return
          looksLeft = null
          rebirth ??= die().catch(failed)
        },
      },
    },
    get url() {
      return life.url
    },
    get deaths() {
      return deaths
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

interface Life {
  child: ChildProcess
  url: string
}

async function begin(place: Place): Promise<Life> {
  const child = fork(PROGRAM, [JSON.stringify(place)], { env: PROGRAM_ENV, silent: true })
  let output = ''
  const keep = (bytes: Buffer) => {
    output += bytes
  }
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', keep)
  return new Promise((resolve, reject) => {
    child.once('message', ({ opened }: Message) => resolve({ child, url: opened }))
    child.once('exit', (code, signal) =>
      reject(new Error(`the gateway ended with ${code ?? signal} before it was open: ${output}`)),
    )
  })
}

/** Nothing is finished, nothing is closed. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
