// The server at which PSPs call back over mTLS, given its certificates anew when their files change.
import { isDeepStrictEqual } from 'node:util'
import { startDueLoop } from '#db/queue/due.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { PspsDeps } from '../deps.ts'
import {
  type CallbackListener,
  type CallbackTls,
  type ListeningPlace,
  openCallbackListener,
} from './callback-listener.ts'
import type { Inbox } from './inbox.ts'

export interface CallbackServer extends AsyncDisposable {
  listen: () => ReturnType<CallbackListener['listen']>
  /** What it shows to callers, in PEM. */
  certificate(): string
}

export async function openCallbackServer(
  deps: Pick<PspsDeps, 'db' | 'log'> & { inbox: Inbox; readTls: () => Promise<CallbackTls>; at: ListeningPlace },
): Promise<CallbackServer> {
  const { db, inbox, log, readTls, at } = deps
  let tls = await readTls()
  const listener = await openCallbackListener({ db, inbox, log, tls })
  const renew = async () => {
    const fresh = await readTls()
    if (!isDeepStrictEqual(fresh, tls)) listener.renew(fresh)
    tls = fresh
    return false
  }
  const renewal = startDueLoop({ name: 'callback certificates', everyMs: HOUR_MS, log, round: renew })
  return {
    listen: () => listener.listen(at),
    certificate: () => tls.certificate,
    async [Symbol.asyncDispose]() {
      await renewal.stop()
      await listener.close()
    },
  }
}
