// Porteira as its operator starts it: the process of src/main.ts with a data folder of its own, on free ports.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DemoSheet } from '#demo/seed.ts'
import { PROGRAM_ENV } from '../program-env.ts'
import { until } from '../until.ts'

const HERE = fileURLToPath(new URL('../..', import.meta.url))
const READY = 'Ctrl-C stops everything'
const LATEST_MS = 180_000

export interface Running {
  child: ChildProcess
  /** What it has written so far. */
  output(): string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

// By data folder, so that a test that failed leaves nothing running.
const started = new Map<string, Running[]>()

/** `folder` is where its version lies: this one, or another. */
export function startGateway(
  dataDir: string,
  env: Record<string, string> = {},
  given: string[] = [],
  folder = HERE,
): Running {
  const child = spawn(process.execPath, [join(folder, 'src', 'main.ts'), ...given], {
    env: { ...PROGRAM_ENV, PORT: '0', SANDBOX_PORT: '0', SANDBOX_LATENCY_MS: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', data => {
      output += data
    })
  const running = { child, output: () => output, ended: once(child, 'close').then(([code]) => code) }
  started.set(dataDir, [...(started.get(dataDir) ?? []), running])
  return running
}

export async function untilOpen({ output, child }: Running): Promise<void> {
  const look = () => output().includes(READY) || child.exitCode !== null || null
  await until(look, `the gateway to open; it wrote:\n${output()}`, LATEST_MS)
  if (!output().includes(READY)) throw new Error(`the gateway ended instead of opening:\n${output()}`)
}

export async function readSheet(dataDir: string): Promise<DemoSheet> {
  return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
}

export async function clusterOf(dataDir: string): Promise<string> {
  const pointer = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => null)
  return join(pointer === null ? join(dataDir, 'postgres') : pointer.trim(), 'cluster')
}

/** The pid of the embedded server, as it notes it itself. */
export async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(await clusterOf(dataDir), 'postmaster.pid'), 'utf8'), 10)
}

/** Ends what still runs on the folder; removes it and, for root, the database that is elsewhere. */
export async function removeData(dataDir: string): Promise<void> {
  for (const { child, ended } of started.get(dataDir) ?? []) {
    child.kill('SIGTERM')
    await ended
  }
  await rm(join(await clusterOf(dataDir), '..'), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}
