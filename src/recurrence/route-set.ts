// The two places where recurrences have their routes: for API keys in the contract's dialect, and for people in the panel. What they do is
// the same; who may call them, and how they refuse, stands here.
import type { FastifyRequest } from 'fastify'
import { actorOf } from '#audit/audit.ts'
import { accountOf, critical, type Role, type RouteRules } from '#http/route.ts'
import { Failure, type FailureCode } from '#kernel/failure.ts'
import type { RecurrenceInput } from './creation/input.ts'
import { type OwnRecurrence, ownRecurrence, ownRecurrenceAlone } from './own-recurrence.ts'

export interface RouteSet {
  base: '/api/pix-automatico' | '/api/recurrences'
  dialect: 'sale' | 'panel'
  own: OwnRecurrence
  /** The failures of reading one. */
  ownFails: FailureCode[]
  reading(...fails: FailureCode[]): RouteRules
  writing(...fails: FailureCode[]): RouteRules
  /** What opens a way to money: a person proves once more who they are. */
  opening(...fails: FailureCode[]): RouteRules
  /** The person who asks for it, where there is one. Throws where the account may do nothing now. */
  by(request: FastifyRequest): Promise<Pick<RecurrenceInput, 'by'>>
}

export const FOR_KEYS: RouteSet = {
  base: '/api/pix-automatico',
  dialect: 'sale',
  own: ownRecurrence,
  ownFails: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND'],
  reading: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'recurrence:read', fails }),
  writing: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'recurrence:write', fails }),
  opening: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'recurrence:write', fails }),
  by: async () => ({}),
}

const WRITERS: Role[] = ['OWNER', 'FINANCE']

export const forPeople = (isActive: (accountId: number) => Promise<boolean>): RouteSet => ({
  base: '/api/recurrences',
  dialect: 'panel',
  own: ownRecurrenceAlone,
  ownFails: ['INVALID_DATA', 'NOT_FOUND'],
  reading: (...fails) => ({ guard: 'session', dialect: 'panel', fails }),
  writing: (...fails) => ({ guard: 'session', dialect: 'panel', roles: WRITERS, fails }),
  opening: (...fails) => critical({ guard: 'session', dialect: 'panel', roles: WRITERS, fails }),
  async by(request) {
    if (!(await isActive(accountOf(request)))) throw new Failure('FORBIDDEN', 'This account is not active')
    return { by: actorOf(request) }
  },
})
