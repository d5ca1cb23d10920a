// Forgotten passwords. The request is only written down, so that nobody learns from an answer or its time who is known here; the
// person is looked for, and the token made, when the mail is written. A new password is mailed to the person and recorded in
// every account that they work for.
import type { PasswordResets } from '#access/auth.ts'
import { makePersonLog } from '#access/person-audit.ts'
import type { EndedWays } from '#access/sessions/revoke-access-store.ts'
import { record } from '#audit/audit.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { DAY_MS, HOUR_MS } from '#kernel/time.ts'
import type { MembersDeps } from './feature.ts'

const LINK_MS = HOUR_MS
/** To one mailbox within an hour: more would be a nuisance, and each of them opens. */
const MAX_LINKS = 3

export function openPasswordResets({ db, clock, mail }: Pick<MembersDeps, 'db' | 'clock' | 'mail'>): PasswordResets {
  const personLog = makePersonLog(record)
  const after = (ms: number) => new Date(clock().getTime() + ms)
  return {
    async asked(email, language) {
      if (mail.refusal !== null) throw mail.refusal
      const recipient = email.toLowerCase()
      const limit = { max: MAX_LINKS, since: after(-LINK_MS) }
      const owed = { accountId: SUSPENSE_ACCOUNT_ID, kind: 'password-reset' as const, recipient, language, detail: {} }
      await mail.put(db, { ...owed, expiresAt: after(LINK_MS) }, limit)
      mail.wake()
    },
    async done(person, { address, language, ended }) {
      await db.transaction(async tx => {
        await personLog(tx, { userId: person.id, address, action: 'password.reset', detail: { ...ended } }, clock())
        if (mail.refusal !== null) return
        const owed = {
          accountId: SUSPENSE_ACCOUNT_ID,
          kind: 'password-changed' as const,
          recipient: person.email,
          language,
        }
        await mail.put(tx, {
          ...owed,
          detail: { name: person.name, ended: endedFactors(ended) },
          expiresAt: after(DAY_MS),
        })
      })
      mail.wake()
    },
  }
}

const endedFactors = ({ passkeys, authenticatorApp }: EndedWays) => ({ passkeys, authenticatorApp })
