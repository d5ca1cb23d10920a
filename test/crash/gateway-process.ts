// The gateway as a real process, on a database and a bank that outlive it, to be killed with SIGKILL and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Connection } from '#db/postgres.ts'
import { MORE_LOOKUPS } from '../gateway.ts'
import { PROGRAM_ENV } from '../program-env.ts'

export interface Gateway {
  url: string
  /** What it has written so far. */
  output(): string
  /** SIGKILL: nothing is finished, nothing is closed. */
  kill(): Promise<void>
}

export interface GatewayPlace {
  connection: Connection
  bankUrl: string
  dataDir: string
  /** More of the environment. */
  env?: Record<string, string>
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const START_MS = 120_000

/** Resolves when the gateway says that it is open. */
export async function startGateway(place: GatewayPlace): Promise<Gateway> {
  const child = spawn(process.execPath, ['src/main.ts'], { cwd: ROOT, env: environmentOf(place), stdio: 'pipe' })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  try {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        output += bytes
      })
    return { url: await addressOf(child), output: () => output, kill }
  } catch (error) {
    await kill()
    throw error
  }
}

function environmentOf({ connection, bankUrl, dataDir, env = {} }: GatewayPlace): NodeJS.ProcessEnv {
  return {
    ...PROGRAM_ENV,
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: urlOf(connection),
    DATA_DIR: dataDir,
    PSP_BASE_URL: bankUrl,
    PSP_TIMEOUT_MS: '1000',
    PSP_LOOKUP_WAITS_MS: `100,200,300,500${MORE_LOOKUPS}`,
    WEBHOOK_RETRY_WAITS_MS: '50,100',
    POSTBACK_SECRET: 'a secret for postbacks',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    ...env,
  }
}

/** The server is reached by its socket, which an address of this kind can only name among its parameters. */
function urlOf({ host = '', port = 5432, user = '', password = '', database = '' }: Connection): string {
  const parameters = new URLSearchParams({ host, port: String(port), user, ...(password && { password }) })
  return `postgres:///${database}?${parameters}`
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let message = ''
    const fail = (why: string) => reject(new Error(`the gateway ${why}; it said:\n${message}`))
    const timer = setTimeout(() => fail('did not open in time'), START_MS)
    const hear = (bytes: Buffer) => {
      message += bytes
      const url = /Gateway\s+(http:\S+)/.exec(message)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      fail(`ended with ${code ?? signal}`)
    })
  })
}
