// Gives back what a start has used and nothing needs any more: V8 keeps it until it is short of memory, which a gateway at rest never is.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Once, when everything is open. As if memory were short: several times over, and with it goes the code of functions that only a start has
 * called. It stops the process for 0.3 to 0.4 s, and whoever calls then is answered so much later, once. Before it listens it would leave 4 to 9 MB more.
 */
export function collectAfterStart(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
