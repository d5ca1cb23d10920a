// Everything that people do about how they sign in.

import type { Server } from '#http/server.ts'
import { rpIdOf } from './passkeys/relying-party.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import type { PersonMail } from './person-mail.ts'
import type { PersonRouteBaseDeps } from './person-route.ts'
import { confirmationRoutes } from './second-factor/confirmation-routes.ts'
import { factorRoutes } from './second-factor/routes.ts'
import { secondStepRoutes } from './second-factor/sign-in-routes.ts'
import { openStepUp, type StepUpDeps } from './second-factor/step-up.ts'
import { stepUpRoutes } from './second-factor/step-up-routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import type { SessionOpened } from './sessions/sign-in.ts'

export interface PersonRouteDeps extends StepUpDeps {
  opened: SessionOpened
  mail: PersonMail
  publicUrl: string | null
}

export function personRoutes(server: Server, { publicUrl, ...deps }: PersonRouteDeps): void {
  const routeDeps: PersonRouteBaseDeps = { ...deps, stepUp: openStepUp(deps), rpId: rpIdOf(publicUrl) }
  factorRoutes(server, routeDeps)
  confirmationRoutes(server, routeDeps)
  secondStepRoutes(server, routeDeps)
  stepUpRoutes(server, routeDeps)
  passkeyRoutes(server, routeDeps)
  sessionRoutes(server, routeDeps)
}
