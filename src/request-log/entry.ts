// What was observed of a request becomes what is kept of it. Pure.
import { normaliseIp } from '#kernel/ip-address.ts'
import { MAX_READ_BYTES, maskedJson, scannedText } from './mask.ts'
import { maskedPath } from './path.ts'
import { type LoggedRequest, timeOfId } from './request.ts'
import { aboutOf, errorCodeIn } from './subject.ts'

/** As it was, unmasked: it stays in memory, and not for long. */
export interface ObservedRequest {
  accountId: number
  keyId: string
  id: string
  method: string
  route: string
  params: Record<string, string>
  url: string
  ip: string
  idempotencyKey: string | undefined
  requestBytes: number
  body: unknown
  status: number
  durationMs: number
  replayed: boolean
  answerBytes: number
  /** null where it is not looked at. */
  answer: string | Buffer | null
}

const FIRST_REFUSAL = 400
const MAX_KEY = 255

export function entryOf(observed: ObservedRequest): LoggedRequest {
  const { accountId, keyId, id, method, route, params, url, ip, status, idempotencyKey } = observed
  const answer = readAnswer(observed.answer)
  return {
    accountId,
    keyId,
    id,
    createdAt: timeOfId(id),
    method,
    route,
    path: maskedPath(route, params, url),
    ip: spellingOf(ip),
    status,
    durationMs: Math.round(observed.durationMs),
    requestBytes: observed.requestBytes,
    answerBytes: observed.answerBytes,
    replayed: observed.replayed,
    idempotencyKey: idempotencyKey === undefined ? null : keyText(idempotencyKey),
    errorCode: status >= FIRST_REFUSAL ? errorCodeIn(answer) : null,
    ...aboutOf(route, params.id, answer),
    requestBody: observed.requestBytes > MAX_READ_BYTES ? null : maskedJson(observed.body),
    answerBody: maskedJson(answer),
  }
}

const MAX_SPELLINGS = 1_000
const spellings = new Map<string, string>()

/** Most requests come from a few addresses. */
function spellingOf(ip: string): string {
  const found = spellings.get(ip)
  if (found !== undefined) return found
  const spelling = normaliseIp(ip) ?? 'unknown'
  if (spellings.size >= MAX_SPELLINGS) spellings.clear()
  spellings.set(ip, spelling)
  return spelling
}

/** A key may have any characters that a header may have: what is not printable could not be stored. */
const keyText = (key: string): string => scannedText(key.slice(0, MAX_KEY).replaceAll(/[^\x20-\x7e]/g, '?'))

/** undefined: nothing that is shown. */
function readAnswer(answer: string | Buffer | null): unknown {
  if (answer === null || answer.length === 0) return undefined
  try {
    return JSON.parse(answer.toString())
  } catch {
    // A text that is no JSON has no fields by which it could be masked.
    return undefined
  }
}
