// GET /api/account/carts/figures: how many carts were opened and abandoned of late, and what came of them.
import { Type } from 'typebox'
import { accountOf } from '#http/route.ts'
import type { Server } from '#http/server.ts'
import { addDays, boundsOf, dateAt } from '#kernel/calendar/local-time.ts'
import type { Clock } from '#kernel/time.ts'
import type { Carts } from '../feature.ts'
import { CartFiguresSchema, figuresForm } from './wire.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 90

export function cartFiguresRoute(server: Server, { carts, clock }: { carts: Carts; clock: Clock }): void {
  server.get(
    '/api/account/carts/figures',
    {
      config: { guard: 'session', dialect: 'panel', fails: ['INVALID_DATA'] },
      schema: {
        summary: 'Carts of the last days, today included, in days of São Paulo',
        tags: ['Carts'],
        querystring: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DAYS })) }),
        response: { 200: CartFiguresSchema },
      },
    },
    async request => {
      const to = dateAt(clock())
      const from = addDays(to, 1 - (request.query.days ?? DEFAULT_DAYS))
      const figures = await carts.figures(accountOf(request), boundsOf(from).from, boundsOf(to).to)
      return figuresForm(figures, { from, to })
    },
  )
}
