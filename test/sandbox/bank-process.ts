// The bank as a process of its own, to be killed with SIGKILL and started again on the folder that it left.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { PROGRAM_ENV } from '../program-env.ts'

export function freshFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'banco-de-teste-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface Process {
  child: ChildProcess
  url: string
  output: () => string
}

export const MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))

export async function startProcess(t: TestContext, env: Record<string, string>): Promise<Process> {
  const bank = await launch(env)
  t.after(() => kill(bank))
  return bank
}

export async function kill({ child }: Process): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** A bank that keeps its port and its folder through any number of deaths. */
export interface MortalBank {
  readonly url: string
  /** SIGKILL, and the next one on the same folder and port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startMortalBank(env: Record<string, string>): Promise<MortalBank> {
  let bank = await launch(env)
  const SANDBOX_PORT = new URL(bank.url).port
  return {
    get url() {
      return bank.url
    },
    async restart() {
      await kill(bank)
      bank = await launch({ ...env, SANDBOX_PORT })
    },
    stop: () => kill(bank),
  }
}

async function launch(env: Record<string, string>): Promise<Process> {
  const child = fork(MAIN, { env: { ...PROGRAM_ENV, SANDBOX_PORT: '0', ...env }, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', data => (text += data))
  const died = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the bank ended with ${code ?? signal}; it said:\n${text}`)
  })
  const [message] = (await Promise.race([once(child, 'message'), died])) as [{ listening: number }]
  died.catch(() => {})
  return { child, url: `http://127.0.0.1:${message.listening}`, output: () => text }
}
