// The operator's route for people who have lost their second factor. Not for operators: they are helped at the command line, so
// that one operator cannot open another one's login.
import { Type } from 'typebox'
import type { Actor } from '#audit/audit.ts'
import { critical, type RouteRules } from '#http/route.ts'
import { PrintableText } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { parseUuid } from '#kernel/ids.ts'
import type { Access, AccessDeps } from '../feature.ts'
import { resetSecondFactors } from './mfa-reset.ts'
import { isOperator } from './store.ts'

const RULES: RouteRules = critical({
  guard: 'operator',
  dialect: 'panel',
  fails: ['INVALID_DATA', 'NOT_FOUND', 'CONFLICT'],
})

export function mfaResetRoutes(
  server: Server,
  { db, clock, personLog }: Pick<AccessDeps, 'db' | 'clock'> & Pick<Access, 'personLog'>,
): void {
  server.post(
    '/api/admin/persons/:id/remove-second-factor',
    {
      config: RULES,
      schema: {
        summary: 'Take away the second factors of a person who has lost them; ends their sessions',
        description: 'The password stays. Of operators: `porteira person remove-second-factor`.',
        tags: ['Operator'],
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ reason: PrintableText({ minLength: 3, maxLength: 500 }) }, { additionalProperties: false }),
        response: {
          200: Type.Object({
            authenticatorApp: Type.Boolean(),
            passkeys: Type.Integer(),
            endedSessions: Type.Integer(),
          }),
        },
      },
    },
    request => {
      const { caller, ip: address } = request
      if (caller?.kind !== 'operator') throw new Error('only an operator comes this far')
      const by: Actor = { kind: 'operator', id: caller.userId, address }
      const userId = parseUuid(request.params.id)
      return db.transaction(async tx => {
        const operator = userId === null ? null : await isOperator(tx, userId)
        if (userId === null || operator === null) throw notFound('person')
        if (operator) throw OF_OPERATOR
        return resetSecondFactors(tx, personLog, { userId, by, reason: request.body.reason }, clock())
      })
    },
  )
}

const OF_OPERATOR = new Failure(
  'CONFLICT',
  'An operator is helped at the command line: porteira person remove-second-factor',
)
