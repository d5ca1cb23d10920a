// A refusal of the gateway as the panel knows it, whichever of its shapes it came in.
export class Problem extends Error {
  /** 0: there was no answer. */
  readonly status: number
  readonly code: string
  /** Of the body, where it names one. */
  readonly field: string | null
  /** The request id, by which support finds the request in the log. */
  readonly requestId: string | null
  /** Its name, with what its sentence speaks of. */
  readonly reason: Record<string, string | number> | null

  constructor({ status, code, message, requestId = null, reason = null }: Given) {
    super(message)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.requestId = requestId
    this.reason = reason
    this.field = FIELD.exec(message)?.[1] ?? null
  }
}

type Given = Omit<Problem, keyof Error | 'field' | 'reason'> & {
  message: string
  reason?: Problem['reason'] | undefined
}

/** "limits.daily: expected ..." */
const FIELD = /^([A-Za-z][A-Za-z0-9_.[\]]*): /

/** `{success, error: {code, message}}`, `{message, code}`, `{message, errorType}`, `{message, error}` or `{error, message}`. */
export async function problemOf(answer: Response): Promise<Problem> {
  const body: unknown = await answer.json().catch(() => null)
  const message = isRecord(body) ? body : {}
  const inner = isRecord(message.error) ? message.error : message
  return new Problem({
    status: answer.status,
    code: text(inner.code) ?? text(inner.errorType) ?? text(inner.error) ?? 'INTERNAL_ERROR',
    message: text(inner.message) ?? answer.statusText,
    requestId: answer.headers.get('x-request-id'),
    reason: inner.reason as Given['reason'],
  })
}

export const unreachable = (cause: unknown): Problem =>
  new Problem({ status: 0, code: 'NETWORK', message: String(cause), requestId: null })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
