// /sandbox/faults: scripting how the bank misbehaves, seeing what is left of it, and having it well again.
import { type Static, Type } from 'typebox'
import { callbackFates, clearCallbackFates } from '../callback/fate.ts'
import type { HttpServer } from '../http/server.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import {
  befalls,
  FATES,
  type Fate,
  type Fault,
  isCallbackFate,
  MAY_BE_EXECUTED,
  nameOf,
  type Route,
  WAITING,
} from './fault.ts'
import { clearFaults, insertFault, openFaults } from './store.ts'

const Body = Type.Object(
  {
    on: Type.String({ minLength: 1, maxLength: 200 }),
    fate: Type.Union([
      ...FATES.map(fate => Type.Literal(fate)),
      ...[500, 401, 429, 503].map(code => Type.Literal(code)),
    ]),
    times: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000 })),
    executed: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

const DEFAULT_DELAY_MS = 3_000

export function faultRoutes(httpServer: HttpServer, bank: Bank, routes: readonly Route[]): void {
  const wire = ({ id, on, fate, times, delayMs, executed }: Fault) => ({
    id,
    on,
    fate,
    times,
    ...(WAITING.includes(fate) && { delayMs }),
    ...(MAY_BE_EXECUTED.includes(fate) && { executed }),
    routes: routes.filter(route => befalls({ on, fate }, route)).map(nameOf),
  })

  httpServer.post('/sandbox/faults', { schema: { body: Body } }, async ({ body }, reply) => {
    const fault = readFault(body, routes)
    return reply.code(201).send(wire(insertFault(bank, fault)))
  })

  httpServer.get('/sandbox/faults', async () => ({ data: openFaults(bank).map(wire), subjects: callbackFates(bank) }))

  httpServer.delete('/sandbox/faults', async (_request, reply) => {
    bank.database.transaction(() => {
      clearFaults(bank)
      clearCallbackFates(bank)
    })
    return reply.code(204).send()
  })
}

function readFault(body: Static<typeof Body>, routes: readonly Route[]): Omit<Fault, 'id'> {
  const fate = String(body.fate) as Fate
  const { on, times = 1, delayMs, executed } = body
  if (delayMs !== undefined && !WAITING.includes(fate))
    throw new ControlRefused('invalid-fault', 400, `delayMs: only for ${WAITING.join(' and ')}`)
  if (executed !== undefined && !MAY_BE_EXECUTED.includes(fate))
    throw new ControlRefused('invalid-fault', 400, `executed: only for ${MAY_BE_EXECUTED.join(', ')}`)
  if (!routes.some(route => befalls({ on, fate }, route))) throw noSuchRoute(fate, routes)
  return { on, fate, times, delayMs: delayMs ?? DEFAULT_DELAY_MS, executed: executed ?? false }
}

function noSuchRoute(fate: Fate, routes: readonly Route[]): ControlRefused {
  const possible = isCallbackFate(fate) ? routes.filter(route => route.hasCallbacks) : routes
  const detail = 'on: matches no route; expected a method and the beginning of one of these paths, such as "PUT /cob"'
  return new ControlRefused('unknown-route', 400, detail, { routes: possible.map(nameOf) })
}
