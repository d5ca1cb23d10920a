// Writes the mails of this folder, moments before they go out: what they say is what is true then, and their tokens exist
// nowhere else. What nobody wants any more is not written.
import type { Auth } from '#access/auth.ts'
import type { Database } from '#db/postgres.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import type { Writers } from '#mail/outbox.ts'
import { accountWriters } from './account-writers.ts'
import { linkOf, statusOf } from './invitation.ts'
import { findInvitation, nameOfPerson } from './invitation-store.ts'
import { changedLetter, invitationLetter, resetLetter } from './letters.ts'
import { nameOfAccount } from './store.ts'

export interface WriterNeeds {
  db: Database
  clock: Clock
  random: RandomBytes
  /** From which the tokens of invitations follow. */
  secret: string
  auth: Pick<Auth, 'letReset'>
  /** Where people find the panel. */
  panelUrl: () => string
}

const TOKEN_BYTES = 32

export function openWriters({ db, clock, random, secret, auth, panelUrl }: WriterNeeds): Writers {
  return {
    async invitation({ detail: { uuid, version }, language }) {
      const invitation = await findInvitation(db, uuid)
      const isWanted = invitation?.version === version && statusOf(invitation, clock()) === 'OPEN'
      if (invitation === null || !isWanted) return null
      const isForMember = invitation.kind === 'MEMBER'
      return invitationLetter(language, {
        inviter: isForMember ? await nameOfPerson(db, invitation.invitedBy) : null,
        account: isForMember ? await nameOfAccount(db, invitation.accountId) : null,
        role: invitation.role,
        url: linkOf(panelUrl(), secret, invitation),
      })
    },
    async 'password-reset'({ recipient, language, expiresAt }) {
      const token = random(TOKEN_BYTES).toString('base64url')
      const person = await auth.letReset(recipient, token, expiresAt)
      if (person === null) return null
      return resetLetter(language, { name: person.name, url: `${panelUrl()}/nova-senha?token=${token}` })
    },
    'password-changed': async ({ detail, language }) => changedLetter(language, detail),
    ...accountWriters({ db, panelUrl }),
  }
}
