// Gives back what a start has used and nothing needs any more: V8 keeps it until it is short of memory, which a gateway at rest never is.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Once, when everything is open: it stops the process for a tenth of a second. */
export function collectAfterStart(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect()
}
