// Gateways that are measured, as processes: the first brings database and bank, the others stand on them.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Joining, Place, Ready, Word } from '../gateway.ts'
import { within } from './within.ts'

export interface Running extends AsyncDisposable {
  pid: number
  ready: Ready
  /** Takes and sends nothing from now on: what it brought is there for others. */
  pause(): Promise<void>
}

const START_MS = 180_000
const END_MS = 60_000

export async function startGateway(settings: Record<string, string>, place?: Place): Promise<Running> {
  const program = fileURLToPath(new URL('../gateway.ts', import.meta.url))
  const joining: Joining = { settings, ...(place !== undefined && { place }) }
  const child = fork(program, [JSON.stringify(joining)])
  const begun = Promise.race([once(child, 'message'), refused(once(child, 'exit'))])
  const [ready] = (await within(START_MS, `a gateway with ${JSON.stringify(settings)} to begin`, begun).catch(error => {
    child.kill('SIGKILL')
    throw error
  })) as [Ready]
  return {
    pid: child.pid ?? 0,
    ready,
    async pause() {
      const paused = once(child, 'message')
      child.send('pause' satisfies Word)
      await within(END_MS, 'a gateway to pause', paused)
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await within(END_MS, `a gateway with ${JSON.stringify(settings)} to end`, ended).catch(error => {
        child.kill('SIGKILL')
        // It is nobody's any more, and would outlive the run.
        if (place === undefined) process.kill(ready.databasePid, 'SIGQUIT')
        // Not thrown: it would hide why the run has ended.
        process.stderr.write(`${error.message}\n`)
        process.exitCode = 1
      })
    },
  }
}

async function refused(exit: Promise<unknown>): Promise<never> {
  await exit
  throw new Error('a gateway did not begin')
}
