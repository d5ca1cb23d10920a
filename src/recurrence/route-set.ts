// The two places where recurrences and their debits have their routes: for API keys in the contract's dialect, and for people in the panel.
// What they do is the same; who may call them, and how they refuse, stands here.
import type { FastifyRequest } from 'fastify'
import { type Actor, actorOf } from '#audit/audit.ts'
import { accountOf, critical, type Role, type RouteRules } from '#http/route.ts'
import { Failure, type FailureCode } from '#kernel/failure.ts'
import { type OwnRecurrence, ownRecurrence, ownRecurrenceAlone } from './own-recurrence.ts'

export interface RouteSet {
  base: '/api/pix-automatico' | '/api/recurrences'
  debits: 'cobrancas' | 'debits'
  dialect: 'sale' | 'panel'
  own: OwnRecurrence
  /** The failures of reading one. */
  ownFails: FailureCode[]
  reading(...fails: FailureCode[]): RouteRules
  writing(...fails: FailureCode[]): RouteRules
  /** What opens a way to money: a person proves once more who they are. */
  opening(...fails: FailureCode[]): RouteRules
  /** Throws where the account may begin nothing now. Its people still read, and end what takes from payers; its keys open nothing at all. */
  demandActive(request: FastifyRequest): Promise<void>
  /** The person who asks for it; a request by API key has no entry in the audit log. */
  by(request: FastifyRequest): { by?: Actor }
}

const FOR_KEYS: RouteSet = {
  base: '/api/pix-automatico',
  debits: 'cobrancas',
  dialect: 'sale',
  own: ownRecurrence,
  ownFails: ['INVALID_DATA', 'OTHER_ACCOUNT', 'NOT_FOUND'],
  reading: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'recurrence:read', fails }),
  writing: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'recurrence:write', fails }),
  opening: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'recurrence:write', fails }),
  demandActive: async () => {},
  by: () => ({}),
}

const WRITERS: Role[] = ['OWNER', 'FINANCE']

type IsActive = (accountId: number) => Promise<boolean>

const forPeople = (isActive: IsActive): RouteSet => ({
  base: '/api/recurrences',
  debits: 'debits',
  dialect: 'panel',
  own: ownRecurrenceAlone,
  ownFails: ['INVALID_DATA', 'NOT_FOUND'],
  reading: (...fails) => ({ guard: 'session', dialect: 'panel', fails }),
  writing: (...fails) => ({ guard: 'session', dialect: 'panel', roles: WRITERS, fails }),
  opening: (...fails) => critical({ guard: 'session', dialect: 'panel', roles: WRITERS, fails }),
  async demandActive(request) {
    if (!(await isActive(accountOf(request)))) throw new Failure('FORBIDDEN', 'This account is not active')
  },
  by: request => ({ by: actorOf(request) }),
})

export const routeSets = (isActive: IsActive): RouteSet[] => [FOR_KEYS, forPeople(isActive)]
