// The server at which PSPs call back over mTLS, given its certificates anew when their files change.
import { isDeepStrictEqual } from 'node:util'
import { startDueLoop } from '#db/queue/due.ts'
import { HOUR_MS } from '#kernel/time.ts'
import {
  type CallbackListener,
  type CallbackListenerDeps,
  type CallbackTls,
  type ListeningPlace,
  openCallbackListener,
} from './callback-listener.ts'

export interface CallbackServer extends AsyncDisposable {
  listen: () => ReturnType<CallbackListener['listen']>
  /** What it shows to callers, in PEM. */
  certificate(): string
}

interface CallbackServerDeps extends Omit<CallbackListenerDeps, 'tls'> {
  readTls: () => Promise<CallbackTls>
  at: ListeningPlace
}

export async function openCallbackServer({ readTls, at, ...deps }: CallbackServerDeps): Promise<CallbackServer> {
  let tls = await readTls()
  const listener = await openCallbackListener({ ...deps, tls })
  const renew = async () => {
    const fresh = await readTls()
    if (!isDeepStrictEqual(fresh, tls)) listener.renew(fresh)
    tls = fresh
    return false
  }
  const renewal = startDueLoop({ name: 'callback certificates', everyMs: HOUR_MS, log: deps.log, round: renew })
  return {
    listen: () => listener.listen(at),
    certificate: () => tls.certificate,
    async [Symbol.asyncDispose]() {
      await renewal.stop()
      await listener.close()
    },
  }
}
