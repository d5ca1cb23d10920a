// Who may call an operation: the key pair, both headers together, or the session of a person who has signed in.
import type { RouteRules } from '../route.ts'
import type { Audience } from './audience.ts'
import type { Json } from './route-schema.ts'

const KEY_PAIR = {
  publicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Public-Key',
    description: 'The public key of the pair, pk_…; always together with the private one.',
  },
  privateKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Private-Key',
    description: 'The private key of the pair, sk_…; it is shown once, when the pair is made.',
  },
}

const sessionWith = (cookie: string) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookie,
    description:
      'The session of a person, as POST /api/auth/sign-in/email sets it. What is called with it from a browser comes from a page of the gateway.',
  },
})

export const securitySchemesOf = (audience: Audience, sessionCookie: string): Json =>
  audience === 'public' ? KEY_PAIR : sessionWith(sessionCookie)

export function securityOf({ guard }: RouteRules): Json[] {
  if (guard === 'none') return []
  return guard === 'api-key' ? [{ publicKey: [], privateKey: [] }] : [{ session: [] }]
}

/** What the caller has to be, as a sentence. */
export function permissionOf({ guard, scope, roles, secondFactor }: RouteRules): string {
  const stepUp =
    secondFactor === undefined ? '' : ' It takes a step-up: the person proves once more who they are, and repeats it.'
  switch (guard) {
    case 'none':
      return 'No authentication.'
    case 'api-key':
      return scope === undefined ? 'Any key pair.' : `A key pair with the scope \`${scope}\`.`
    case 'session':
      return `${roles === undefined ? 'Every member of the account.' : `Members with the role ${roles.join(' or ')}.`}${stepUp}`
    case 'operator':
      return `Operators of the gateway.${stepUp}`
    case 'person':
      return `Any signed-in person, about themselves.${stepUp}`
  }
}
