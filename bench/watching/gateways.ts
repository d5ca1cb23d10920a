// Gateways that are measured, as processes: the first brings database and bank, the others stand on them.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Joining, Place, Ready } from '../gateway.ts'

export interface Running extends AsyncDisposable {
  pid: number
  ready: Ready
}

export async function startGateway(settings: Record<string, string>, place?: Place): Promise<Running> {
  const program = fileURLToPath(new URL('../gateway.ts', import.meta.url))
  const joining: Joining = { settings, ...(place !== undefined && { place }) }
  const child = fork(program, [JSON.stringify(joining)])
  const [ready] = (await Promise.race([once(child, 'message'), refused(once(child, 'exit'))])) as [Ready]
  return {
    pid: child.pid ?? 0,
    ready,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function refused(exit: Promise<unknown>): Promise<never> {
  await exit
  throw new Error('a gateway did not begin')
}
