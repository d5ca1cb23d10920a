// Reads the body of a new request: each field that cannot be used is named, with what was expected.
import type { Static } from 'typebox'
import { documentIn } from '#http/request/document-field.ts'
import { periodIn } from '#http/request/period.ts'
import { type LocalDate, localDate } from '#kernel/calendar/local-time.ts'
import { invalid } from '#kernel/failure.ts'
import { parseProcessNumber } from '#kernel/text/process-number.ts'
import type { NewRequest } from './request.ts'
import type { NewRequestBody } from './wire.ts'

type Body = Static<typeof NewRequestBody>

export function newRequestIn(body: Body): NewRequest {
  const { authorityKind, subjectKind, notes } = body
  return {
    authorityKind,
    authority: textIn('authority', body.authority, 'who asks'),
    number: textIn('number', body.number, 'the number of the request'),
    processNumber: body.processNumber === undefined ? null : processNumberIn(body.processNumber),
    subjectKind,
    subjects: subjectsIn(body),
    ...periodOf(body),
    dueOn: dueDayIn(body.dueOn),
    notes: notes?.trim() || null,
  }
}

const textIn = (field: string, text: string, expected: string): string => {
  const trimmed = text.trim()
  if (trimmed.length < 1) throw invalid(field, expected)
  return trimmed
}

function processNumberIn(text: string): string {
  const digits = parseProcessNumber(text)
  if (digits === null)
    throw invalid('processNumber', 'NNNNNNN-DD.AAAA.J.TR.OOOO, the number of a case, with its two check digits')
  return digits
}

export function dueDayIn(text: string): LocalDate {
  const day = localDate(text)
  if (day === null || day < EARLIEST) throw invalid('dueOn', 'a day such as 2026-12-31')
  return day
}

const EARLIEST = '2000-01-01'

/** The fields of other kinds are refused: nobody is to believe that both were looked for. */
function subjectsIn(body: Body): string[] {
  const { subjectKind, document, accountId, endToEndIds } = body
  for (const [kind, field] of Object.entries(FIELDS))
    if (kind !== subjectKind && body[field] !== undefined)
      throw invalid(field, `nothing, with subjectKind ${subjectKind}`)
  switch (subjectKind) {
    case 'DOCUMENT':
      if (document === undefined) throw invalid('document', 'a CPF or CNPJ')
      return [documentIn('document', document)]
    case 'ACCOUNT':
      if (accountId === undefined) throw invalid('accountId', 'the number of a live account')
      return [String(accountId)]
    case 'PAYMENTS':
      return endToEndIdsIn(endToEndIds ?? [])
  }
}

const FIELDS = { DOCUMENT: 'document', ACCOUNT: 'accountId', PAYMENTS: 'endToEndIds' } as const

/** Of a Pix, or of its return. */
const END_TO_END_ID = /^[ED]\d{8}\d{12}[0-9A-Za-z]{11}$/

function endToEndIdsIn(texts: readonly string[]): string[] {
  const ids = [...new Set(texts.map(text => text.trim()))]
  if (ids.length === 0) throw invalid('endToEndIds', 'one id at least')
  const wrong = ids.find(id => !END_TO_END_ID.test(id))
  if (wrong !== undefined)
    throw invalid('endToEndIds', `ids of 32 characters that begin with E or D, as "${wrong.slice(0, 40)}" is none`)
  return ids
}

function periodOf({ from, to }: Body) {
  const period = periodIn({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) })
  if (period.from !== null && period.to !== null && period.from >= period.to) throw invalid('to', 'an end after from')
  return period
}
