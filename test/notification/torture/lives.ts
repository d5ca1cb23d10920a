// Starts engine processes and ends them. Whatever happens, none outlives the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { PROGRAM_ENV } from '../../program-env.ts'
import { until } from '../../until.ts'
import type { EngineCommand, EngineReport, Given, Weight } from './engine-process.ts'

export interface Life {
  send(what: EngineCommand): void
  /** Resolves when the process has sent it since the last call, or can send nothing any more. */
  says(what: Word): Promise<void>
  /** The memory that it keeps after a garbage collection. */
  weigh(): Promise<Weight>
  /** Resolves when it has ended, for any reason. */
  ended(latestMs: number): Promise<void>
  isOver(): boolean
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  /** Lets what is under way end, and the process with it. */
  stop(): Promise<void>
  /** SIGKILL, if it is still there. */
  [Symbol.asyncDispose](): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('./engine-process.ts', import.meta.url))
type Word = Exclude<EngineReport, Weight>

const SAYS_MS = 30_000

export async function startLife(given: Given): Promise<Life> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      ...PROGRAM_ENV,
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      TORTURE: JSON.stringify(given),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exit = once(child, 'exit')
  const reports = new Set<Word>()
  let weight: Weight | null = null
  child.on('message', what => {
    if (typeof what === 'string') reports.add(what as Word)
    else weight = what as Weight
  })
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const life: Life = {
    send(what) {
      reports.clear()
      child.send(what, ignore)
    },
    async weigh() {
      weight = null
      life.send('weigh')
      return await until(() => weight, 'the engine to be weighed', SAYS_MS)
    },
    says: what =>
      until(() => reports.has(what) || isOver() || null, `the engine to say ${what}`, SAYS_MS).then(() => {}),
    ended: latestMs => until(() => isOver() || null, 'the engine to end', latestMs).then(() => {}),
    isOver,
    signal: signal => void child.kill(signal),
    async stop() {
      life.send('stop')
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
