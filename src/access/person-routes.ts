// Everything that people do about how they sign in.

import type { Server } from '#http/server.ts'
import { confirmationRoutes } from './confirmation-routes.ts'
import { factorRoutes } from './factor-routes.ts'
import { rpIdOf } from './passkey-place.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import type { PersonDoorNeeds } from './person-door.ts'
import type { PersonMail } from './person-mail.ts'
import { openProofs, type ProofNeeds } from './proofs.ts'
import { secondStepRoutes } from './second-step-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import type { SessionOpened } from './sign-in.ts'
import { stepUpRoutes } from './step-up-routes.ts'

export interface PersonRouteNeeds extends ProofNeeds {
  opened: SessionOpened
  mail: PersonMail
  publicUrl: string | null
}

export function personRoutes(server: Server, { publicUrl, ...needs }: PersonRouteNeeds): void {
  const doors: PersonDoorNeeds = { ...needs, proofs: openProofs(needs), rpId: rpIdOf(publicUrl) }
  factorRoutes(server, doors)
  confirmationRoutes(server, doors)
  secondStepRoutes(server, doors)
  stepUpRoutes(server, doors)
  passkeyRoutes(server, doors)
  sessionRoutes(server, doors)
}
