// The server at which PSPs call back over mTLS, where the configuration asks for one: opened with the gateway, registered with
// the PSPs, and given its certificates anew when their files change.
import { isDeepStrictEqual } from 'node:util'
import { startDueLoop } from '#db/queue/due.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { openCallbackListener } from '#psp/inbox/callback-listener.ts'
import type { Inbox } from '#psp/inbox/inbox.ts'
import { callbackUrlOf } from '../addresses.ts'
import type { Infrastructure } from '../infrastructure.ts'
import { readCallbackTls } from '../tls-files.ts'

export interface CallbackServer {
  /** Answers the address that PSPs get. */
  listen(publicUrl: string): Promise<string>
  /** What it shows to callers, in PEM. */
  certificate(): string
}

/** Null where PSPs call back at the common server. */
export async function openCallbackServer(
  resources: AsyncDisposableStack,
  { config: { callback, processes }, clock, db, log }: Infrastructure,
  inbox: Inbox,
): Promise<CallbackServer | null> {
  if (callback === null) return null
  let tls = await readCallbackTls(callback, clock())
  const listener = await openCallbackListener({ db, inbox, log, tls })
  resources.defer(() => listener.close())

  const renew = async () => {
    const fresh = await readCallbackTls(callback, clock())
    if (!isDeepStrictEqual(fresh, tls)) listener.renew(fresh)
    tls = fresh
    return false
  }
  const renewal = startDueLoop({ name: 'callback certificates', everyMs: HOUR_MS, log, round: renew })
  resources.defer(() => renewal.stop())

  return {
    async listen(publicUrl) {
      const { host, port } = callback
      return callbackUrlOf(callback, await listener.listen({ host, port, reusePort: processes > 1 }), publicUrl)
    },
    certificate: () => tls.certificate,
  }
}
