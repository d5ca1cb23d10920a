// What a listener gets, as text of server-sent events. A frame's id is the cursor up to which everything has been sent.
import { encodeCursor } from '#http/request/paging.ts'
import { publicHeadersOf } from '#notification/delivery/headers.ts'
import type { ListenedEvent } from '#notification/resend/resent-store.ts'

const frame = (name: string, upTo: bigint, data: object): string =>
  `event: ${name}\nid: ${encodeCursor(upTo)}\ndata: ${JSON.stringify(data)}\n\n`

/** From here on everything is sent. */
export const readyFrame = (upTo: bigint): string => frame('ready', upTo, {})

/** The connection is alive, and there was nothing up to there. */
export const heartbeatFrame = (upTo: bigint): string => frame('heartbeat', upTo, {})

/**
 * The event as a signed webhook would get it: its body as text, byte for byte, and its headers, of which those that each attempt makes
 * anew (time, signature) are null. The listener fills them in.
 */
export function eventFrame(brand: string, accountId: number, event: ListenedEvent): string {
  const { place, id, uid, type, subject, subjectId, version, createdAt, redelivery, body } = event
  const letter = { accountId, eventUid: uid, eventType: type, sequence: version, redelivery, isSigned: true }
  return frame('event', place, {
    id: Number(id),
    eventId: uid,
    type,
    subject,
    subjectId: Number(subjectId),
    sequence: version,
    createdAt: createdAt.toISOString(),
    redelivery,
    headers: publicHeadersOf(brand, { ...letter, standardHeaders: false }),
    body: body.toString('utf8'),
  })
}
