// Calls of the gateway with a seller's keys. A refusal becomes a sentence with the request id.
import type { Keys } from './profiles.ts'
import { Trouble } from './terminal.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a gateway answers is shown, and any version of one may answer
export type Body = any

const TIMEOUT_MS = 30_000

export class Refused extends Trouble {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, sentence: string) {
    super(sentence)
    this.status = status
    this.code = code
  }
}

export const keyHeaders = ({ publicKey, privateKey }: Keys): Record<string, string> => ({
  'x-api-public-key': publicKey,
  'x-api-private-key': privateKey,
})

export async function call(
  keys: Keys,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Body> {
  const answer = await reach(keys, path, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { ...keyHeaders(keys), ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw await refusalOf(answer)
  return answer.json()
}

/** Throws Trouble where there is no answer. Redirects are not followed: keys stay with the gateway that they were given for. */
export async function reach(keys: Keys, path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(keys.address + path, { redirect: 'manual', ...request })
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    const why = name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? cause?.message ?? message)
    throw new Trouble(`${keys.address} cannot be reached: ${why}`)
  }
}

/** Of any of the shapes that refusals have. */
export async function refusalOf(answer: Response): Promise<Refused> {
  const { status, headers } = answer
  const body: Body = await answer.json().catch(() => ({}))
  const inner = typeof body.error === 'object' ? body.error : body
  const code = String(inner?.code ?? inner?.errorType ?? inner?.error ?? '')
  const message = String(inner?.message ?? answer.statusText)
  const id = headers.get('x-request-id')
  return new Refused(status, code, `${status}${code && ` ${code}`}: ${message}${id === null ? '' : ` (request ${id})`}`)
}
