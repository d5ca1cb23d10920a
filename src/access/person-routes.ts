// Everything that people do about how they sign in.

import type { Server } from '#http/server.ts'
import type { AccessDeps } from './feature.ts'
import { rpIdOf } from './passkeys/relying-party.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import type { PersonResources } from './person-route.ts'
import { confirmationRoutes } from './second-factor/confirmation-routes.ts'
import { factorRoutes } from './second-factor/routes.ts'
import { secondStepRoutes } from './second-factor/sign-in-routes.ts'
import { openStepUp } from './second-factor/step-up.ts'
import { stepUpRoutes } from './second-factor/step-up-routes.ts'
import { sessionRoutes } from './sessions/routes.ts'

export function personRoutes(
  server: Server,
  { publicUrl, ...given }: Omit<PersonResources, 'stepUp' | 'rpId'> & Pick<AccessDeps, 'publicUrl'>,
): void {
  const resources: PersonResources = { ...given, stepUp: openStepUp(given), rpId: rpIdOf(publicUrl) }
  factorRoutes(server, resources)
  confirmationRoutes(server, resources)
  secondStepRoutes(server, resources)
  stepUpRoutes(server, resources)
  passkeyRoutes(server, resources)
  sessionRoutes(server, resources)
}
