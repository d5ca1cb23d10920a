// What the audit log keeps of a request about a customer: who asked, for which account, how much there was. The person is a fingerprint in it.
import type { Actor, Entry } from '#audit/audit.ts'
import type { Fingerprints } from './subject/fingerprint.ts'

export interface PrivacyEntry {
  /** Null: of all accounts. */
  accountId: number | null
  by: Actor
  reason: string | null
  action: 'privacy.exported' | 'privacy.previewed' | 'privacy.erased'
  fingerprints: Fingerprints
  /** How many rows of each part, by what was done with them. */
  rows: Partial<Record<'exported' | 'erased' | 'kept', Record<string, number>>>
}

export function entryOf({ accountId, by, reason, action, fingerprints, rows }: PrivacyEntry): Entry {
  const { document, email, phone } = fingerprints
  const [main = '', ...others] = [document, email, phone].filter(one => one !== undefined)
  return {
    ...(accountId !== null && { accountId }),
    actor: by,
    action,
    subject: 'customer',
    subjectId: main,
    reason,
    detail: { ...(others.length > 0 && { otherFingerprints: others }), ...textsOf(rows) },
  }
}

/** As they are read in the log: how many in all, and of which parts. */
const textsOf = (rows: PrivacyEntry['rows']) =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([done, parts]) => {
      const some = Object.entries(parts).filter(([, count]) => count > 0)
      const sum = some.reduce((all, [, count]) => all + count, 0)
      return [
        [`${done}Rows`, sum],
        [`${done}Parts`, some.map(([part, count]) => `${part} ${count}`)],
      ]
    }),
  )
