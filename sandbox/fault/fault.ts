// A fault that was asked for: which routes it befalls, and what becomes of the requests that meet it. Pure.

/** They befall the answer. */
const ANSWER_FATES = ['timeoutBefore', 'timeoutAfter', '500', '401', '429', '503', 'slow', 'malformed'] as const
/** They befall the callbacks that come of what was asked; the answer is as ever. */
const CALLBACK_FATES = ['dropCallback', 'duplicate', 'reorder'] as const
export const FATES = [...ANSWER_FATES, ...CALLBACK_FATES] as const

export type CallbackFate = (typeof CALLBACK_FATES)[number]
export type Fate = (typeof FATES)[number]

/** Fates that wait, and those in which a callback may come although the request has failed. */
export const WAITING: readonly Fate[] = ['slow', 'reorder']
export const MAY_BE_EXECUTED: readonly Fate[] = ['500', '429', '503']

export interface Fault {
  id: number
  /** "PUT /cob": the method and the beginning of the path, as it was asked for. */
  on: string
  fate: Fate
  /** How many more requests meet it. */
  times: number
  delayMs: number
  executed: boolean
}

export interface Route {
  method: string
  /** As the route names it, its version taken off: /cob/:txid. */
  path: string
  /** Of the Pix API, and not of the sandbox's own control. */
  isApi: boolean
  /** Whether callbacks may come of it. */
  hasCallbacks: boolean
}

export const isCallbackFate = (fate: Fate): fate is CallbackFate => (CALLBACK_FATES as readonly Fate[]).includes(fate)

export const withoutVersion = (path: string): string => path.replace(/^\/v\d+(?=\/)/, '')

/**
 * Whether requests of the route meet the fault. `on` is a method and a path, compared with the route's own pattern segment
 * by segment from the beginning; "$" at its end means that the path ends there. "*" stands for any method, and alone or as
 * the path for every route of the API.
 */
export function befalls({ on, fate }: Pick<Fault, 'on' | 'fate'>, route: Route): boolean {
  const [method = '', path = '*'] = on.trim().split(/\s+/)
  if (method !== '*' && method.toUpperCase() !== route.method) return false
  if (isCallbackFate(fate) && !route.hasCallbacks) return false
  return path === '*' ? route.isApi : beginsWith(route.path, path)
}

function beginsWith(pattern: string, path: string): boolean {
  const isWhole = path.endsWith('$')
  const asked = segmentsOf(withoutVersion(isWhole ? path.slice(0, -1) : path))
  const own = segmentsOf(pattern)
  if (isWhole && asked.length !== own.length) return false
  return asked.length > 0 && asked.every((segment, at) => segment === own[at])
}

/** A parameter is one whatever its name: /cob/:txid, /cob/{txid} and /cob/:id are the same. */
const segmentsOf = (path: string): string[] =>
  path
    .split('/')
    .filter(segment => segment !== '')
    .map(segment => (/^:|^\{.*\}$/.test(segment) ? ':' : segment))

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`
