// What the audit log says of a proposal. It stands under the suspense account: a seller whose money is to be held must not read
// of it before it is done, nor what the operators wrote to each other; the command itself records what was done under the
// seller's account.
import { type Actor, type Entry, THE_GATEWAY } from '#audit/audit.ts'
import type { Person, Proposal } from './proposal.ts'

/** `by` null: its time ran out. */
export function entryOf(proposal: Proposal, action: string, by: Person | null, reason: string | null): Entry {
  const { id, kind, accountId, payload, outcome } = proposal
  const detail = { kind, accountId, payload, ...(outcome !== null && { outcome }) }
  return { actor: by === null ? THE_GATEWAY : operator(by), action, subject: 'proposal', subjectId: id, reason, detail }
}

const operator = ({ id, address }: Person): Actor => ({ kind: 'operator', id, address })
