// What an entry of the audit log is about. It stands under the gateway itself, so that no account reads of it.
import type { Action } from '#http/audited-action.ts'

export const about = ({ id }: { id: bigint }): Pick<Action, 'subject' | 'subjectId'> => ({
  subject: 'legal_request',
  subjectId: id,
})
