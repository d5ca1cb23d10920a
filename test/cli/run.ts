// The command line as its operator runs it: a process of its own, with nothing of our environment.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Connection } from '#db/postgres.ts'
import type { TestGateway } from '../gateway.ts'
import { PROGRAM_ENV } from '../program-env.ts'

const CLI = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

export interface Ended {
  code: number | null
  out: string
  err: string
}

export function start(args: string[], env: Record<string, string>): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...PROGRAM_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const message = { out: '', err: '' }
  child.stdout.on('data', data => {
    message.out += data
  })
  child.stderr.on('data', data => {
    message.err += data
  })
  return { child, ended: once(child, 'close').then(([code]) => ({ code, ...message })) }
}

export const porteira = (args: string[], env: Record<string, string> = {}): Promise<Ended> => start(args, env).ended

/** What a test's gateway is started with, as environment variables. */
export function environmentOf({ connection }: Pick<TestGateway, 'connection'>): Record<string, string> {
  return {
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: urlOf(connection),
    ENCRYPTION_KEY: '07'.repeat(32),
    AUTH_SECRET: 'a secret for tests, which is long enough',
    PSP_TIMEOUT_MS: '10000',
  }
}

const urlOf = ({ host = '', port, user, database }: Connection) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
