// A request of an authority as it is typed: what of it cannot be right, field by field, and what is sent of it. Pure.
import { parseDocument } from '#kernel/pix/document.ts'
import { parseProcessNumber } from '#kernel/text/process-number.ts'
import type { NewLegalRequest } from '../../api/operator/legal-request/legal-requests.ts'

export interface Draft {
  authorityKind: NewLegalRequest['authorityKind']
  authority: string
  number: string
  processNumber: string
  subjectKind: NewLegalRequest['subjectKind']
  document: string
  accountId: string
  endToEndIds: string
  from: string
  to: string
  dueOn: string
  notes: string
}

export const EMPTY: Draft = {
  authorityKind: 'COURT',
  authority: '',
  number: '',
  processNumber: '',
  subjectKind: 'ACCOUNT',
  document: '',
  accountId: '',
  endToEndIds: '',
  from: '',
  to: '',
  dueOn: '',
  notes: '',
}

export type CheckedField = 'processNumber' | 'document' | 'accountId' | 'endToEndIds' | 'to'

const END_TO_END_ID = /^[ED]\d{20}[0-9A-Za-z]{11}$/

export const linesIn = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map(line => line.trim())
    .filter(line => line !== '')

/** What is typed and cannot be right. What is not typed yet is no mistake. */
export function mistakesIn(draft: Draft): CheckedField[] {
  const { processNumber, subjectKind, document, accountId, endToEndIds, from, to } = draft
  const mistakes: CheckedField[] = []
  if (processNumber.trim() !== '' && parseProcessNumber(processNumber) === null) mistakes.push('processNumber')
  if (subjectKind === 'DOCUMENT' && document.trim() !== '' && parseDocument(document.trim()) === null)
    mistakes.push('document')
  if (subjectKind === 'ACCOUNT' && accountId.trim() !== '' && !/^[1-9]\d{0,8}$/.test(accountId.trim()))
    mistakes.push('accountId')
  if (subjectKind === 'PAYMENTS' && linesIn(endToEndIds).some(id => !END_TO_END_ID.test(id)))
    mistakes.push('endToEndIds')
  if (from !== '' && to !== '' && to < from) mistakes.push('to')
  return mistakes
}

export function isWhole(draft: Draft): boolean {
  const { authority, number, subjectKind, document, accountId, endToEndIds, dueOn } = draft
  const subject = { DOCUMENT: document, ACCOUNT: accountId, PAYMENTS: endToEndIds }[subjectKind]
  const isTyped = [authority, number, subject, dueOn].every(text => text.trim() !== '')
  return isTyped && mistakesIn(draft).length === 0
}

export function requestOf(draft: Draft, reason: string): NewLegalRequest {
  const { authorityKind, authority, number, subjectKind, dueOn } = draft
  const text = (name: 'processNumber' | 'from' | 'to' | 'notes') =>
    draft[name].trim() === '' ? {} : { [name]: draft[name].trim() }
  return {
    authorityKind,
    authority: authority.trim(),
    number: number.trim(),
    ...text('processNumber'),
    subjectKind,
    ...subjectOf(draft),
    ...text('from'),
    ...text('to'),
    dueOn,
    ...text('notes'),
    reason,
  }
}

function subjectOf({ subjectKind, document, accountId, endToEndIds }: Draft): Partial<NewLegalRequest> {
  if (subjectKind === 'DOCUMENT') return { document: document.trim() }
  return subjectKind === 'ACCOUNT' ? { accountId: Number(accountId) } : { endToEndIds: linesIn(endToEndIds) }
}
