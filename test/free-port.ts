// A port of this machine where nothing listens yet, for whoever has to know it before it is opened.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Systems give none of these by themselves: until it is opened no client and no server that takes any port gets it. */
const [FROM, BEFORE] = [20_000, 32_000]
const MAX_TRIES = 100

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FROM, BEFORE)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port from ${FROM} up to ${BEFORE}`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
