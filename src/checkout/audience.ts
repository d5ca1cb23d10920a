// For whom the routes of checkouts are: servers with an API key and the people of the account; and what they are about: sessions and payment links.
import type { Role, RouteRules } from '#http/route.ts'
import type { FailureCode } from '#kernel/failure.ts'
import type { CheckoutKind } from './checkout.ts'

export interface Audience {
  prefix: string
  dialect: 'sale' | 'panel'
  read: (...fails: FailureCode[]) => RouteRules
  write: (...fails: FailureCode[]) => RouteRules
}

const WRITERS: Role[] = ['OWNER', 'FINANCE', 'DEVELOPER']

export const SERVERS: Audience = {
  prefix: '/api',
  dialect: 'sale',
  read: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'checkout:read', fails }),
  write: (...fails) => ({ guard: 'api-key', dialect: 'sale', scope: 'checkout:write', fails }),
}

export const PEOPLE: Audience = {
  prefix: '/api/account',
  dialect: 'panel',
  read: (...fails) => ({ guard: 'session', dialect: 'panel', fails }),
  write: (...fails) => ({ guard: 'session', dialect: 'panel', roles: WRITERS, fails }),
}

export interface Noun {
  kind: CheckoutKind
  path: string
  /** What ends it. */
  end: string
  words: { list: string; totals: string; one: string; end: string }
}

export const NOUNS: Noun[] = [
  {
    kind: 'SESSION',
    path: 'checkouts',
    end: 'expire',
    words: {
      list: 'The checkout sessions, newest first',
      totals: 'How many checkout sessions there are with these filters',
      one: 'One session, by uuid or number, with its cart and its sale',
      end: 'End a session: it sells nothing any more; a code that is open may still be paid',
    },
  },
  {
    kind: 'LINK',
    path: 'payment-links',
    end: 'archive',
    words: {
      list: 'The payment links, newest first',
      totals: 'How many payment links there are with these filters',
      one: 'One payment link, by uuid or number, with how many were sold',
      end: 'Archive a link: it sells nothing any more; codes that are open may still be paid',
    },
  },
]
