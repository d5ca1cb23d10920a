// Starts engine processes and ends them. Whatever happens, none outlives the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { until } from '../../until.ts'
import type { Given, Said, Told } from './engine-process.ts'

export interface Life {
  tell(what: Told): void
  /** Resolves when the process has said it, or can say nothing any more. */
  says(what: Said): Promise<void>
  /** Resolves when it has ended, by whatever hand. */
  ended(latestMs: number): Promise<void>
  isOver(): boolean
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** Lets what is under way end, and the process with it. */
  stop(): Promise<void>
  /** SIGKILL, if it is still there. */
  [Symbol.asyncDispose](): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./engine-process.ts', import.meta.url))
const SAYS_MS = 30_000

export async function startLife(given: Given): Promise<Life> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { NODE_ENV: 'test', LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', TORTURE: JSON.stringify(given) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  const said = new Set<Said>()
  child.on('message', what => said.add(what as Said))
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const life: Life = {
    tell: what => void child.send(what, ignore),
    says: what => until(() => said.has(what) || isOver() || null, `the engine to say ${what}`, SAYS_MS).then(() => {}),
    ended: latestMs => until(() => isOver() || null, 'the engine to end', latestMs).then(() => {}),
    isOver,
    signal: signal => void child.kill(signal),
    async stop() {
      life.tell('stop')
      await exit
      if (child.exitCode !== 0) throw new Error(`the engine ended with ${child.exitCode ?? child.signalCode}`)
    },
    async [Symbol.asyncDispose]() {
      if (isOver()) return
      child.kill('SIGKILL')
      await exit
    },
  }
  await life.says('ready').catch(async error => {
    await life[Symbol.asyncDispose]()
    throw error
  })
  return life
}

/** A message to a process that has just been killed goes nowhere. */
const ignore = () => {}
