// Makes requests meet the faults that were asked for. A fault is counted down on the disk before its request is executed: a bank
// that is killed in between has spent it.
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { stick } from '../callback/fate.ts'
import type { HttpServer } from '../http/server.ts'
import { saysNothing, silenceFor } from '../http/silence.ts'
import type { Bank } from '../resources.ts'
import { befalls, type Fault, isCallbackFate, MAY_BE_EXECUTED, type Route, withoutVersion } from './fault.ts'
import { faultRefusal } from './refusal.ts'
import { countDown, openFaults } from './store.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On routes outside of the API: faults may befall them too. */
    mayFail?: true
    /**
     * On routes that callbacks may come of: what they will be about, by its idEnvio, txid or end-to-end id. null: not known
     * before it is executed, or nothing.
     */
    subject?: (request: FastifyRequest) => string | null
  }
  interface FastifyRequest {
    /** What befalls this request when it has been executed. */
    fault: Fault | null
  }
}

/** To be called before the routes are made; answers those that faults may befall. */
export function misbehave(httpServer: HttpServer, bank: Bank, wake: () => void): readonly Route[] {
  const routes: Route[] = []
  const closing = new AbortController()
  httpServer.decorateRequest('fault', null)
  httpServer.addHook('preClose', async () => closing.abort())
  httpServer.addHook('onRoute', ({ method, url, config }) => {
    const route = routeOf(String(method), url, config ?? {})
    if (route !== null && route.method !== 'HEAD') routes.push(route)
  })
  httpServer.addHook('preHandler', async (request, reply) => {
    const fault = takeFault(bank, request)
    if (fault === null) return undefined
    if (fault.fate === 'timeoutBefore') return saysNothing(reply)
    if (fault.fate === '401' || (MAY_BE_EXECUTED.includes(fault.fate) && !fault.executed))
      throw faultRefusal(fault.fate, request.routeOptions.url)
    request.fault = fault
    return undefined
  })
  httpServer.addHook('onSend', async (request, reply, payload) => {
    const { fault } = request
    if (fault === null) return payload
    // A caller that waits for a late answer, or for none, gets the callback first.
    if (fault.fate === 'timeoutAfter' || fault.fate === 'slow') wake()
    return answerOf(bank, fault, { reply, payload, closing: closing.signal })
  })
  return routes
}

function routeOf(method: string, url: string, { bank, mayFail, subject }: FastifyContextConfig): Route | null {
  const isApi = bank !== undefined
  if (!isApi && mayFail === undefined) return null
  return { method, path: withoutVersion(url), isApi, hasCallbacks: subject !== undefined }
}

function takeFault(bank: Bank, request: FastifyRequest): Fault | null {
  const { method, url = '', config } = request.routeOptions
  const route = routeOf(String(method), url, config)
  if (route === null) return null
  const fault = openFaults(bank).find(open => befalls(open, route))
  if (fault === undefined) return null
  bank.database.transaction(() => {
    countDown(bank, fault)
    const subject = config.subject?.(request) ?? null
    if (subject !== null) stickTo(bank, fault, subject)
  })
  return fault
}

/** For a subject that got its id only now. */
export function stickTo(bank: Bank, fault: Fault | null, subject: string): void {
  if (fault !== null && isCallbackFate(fault.fate)) stick(bank, subject, fault.fate, fault.delayMs)
}

interface Answer {
  reply: FastifyReply
  payload: unknown
  closing: AbortSignal
}

/** What is sent instead of the answer; nothing ever, where the promise never settles. */
async function answerOf(bank: Bank, { fate, delayMs }: Fault, { reply, payload, closing }: Answer): Promise<unknown> {
  switch (fate) {
    case 'timeoutAfter':
      return silenceFor(reply)
    case 'slow':
      await aWhile(delayMs, closing)
      return payload
    case 'malformed':
      return cutOff(payload)
    case '500':
    case '429':
    case '503': {
      const { url, config } = reply.request.routeOptions
      const dress = config.dress ?? bank.dialect().refusal
      const { status, contentType, headers, body } = dress(faultRefusal(fate, url))
      reply.code(status).type(contentType).headers(headers)
      return JSON.stringify(body)
    }
    default:
      return payload
  }
}

/** An object that lacks its end is no JSON. */
const cutOff = (payload: unknown): unknown =>
  typeof payload === 'string' ? payload.slice(0, Math.ceil(payload.length / 2)) : payload

/** For ever where the bank closes meanwhile: then the connection is cut. */
function aWhile(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => {
      closing.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    const giveUp = () => clearTimeout(timer)
    closing.addEventListener('abort', giveUp)
  })
}
