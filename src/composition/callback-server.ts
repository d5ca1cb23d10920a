// The server of its own at which PSPs call back, where the configuration asks for one: opened with the gateway, and registered with the
// PSPs.
import { readCallbackTls } from '#config/tls-files.ts'
import { openCallbackServer } from '#psp/inbox/callback-server.ts'
import type { Inbox } from '#psp/inbox/inbox.ts'
import { callbackUrlOf } from './addresses.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface OwnCallbackServer {
  /** Answers the address that PSPs get. */
  listen(publicUrl: string): Promise<string>
  /** What it shows to callers, in PEM. */
  certificate(): string
}

/** Null where PSPs call back at the common server. */
export async function openOwnCallbackServer(
  resources: AsyncDisposableStack,
  { config: { callback, processes }, clock, db, log }: Infrastructure,
  inbox: Inbox,
): Promise<OwnCallbackServer | null> {
  if (callback === null) return null
  const { host, port } = callback
  const readTls = () => readCallbackTls(callback, clock())
  const at = { host, port, reusePort: processes > 1 }
  const server = resources.use(await openCallbackServer({ db, inbox, log, readTls, at }))
  return {
    listen: async publicUrl => callbackUrlOf(callback, await server.listen(), publicUrl),
    certificate: server.certificate,
  }
}
