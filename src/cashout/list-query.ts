// What a list of cashouts is asked by, at whichever door.
import { type Static, Type } from 'typebox'
import { momentOf } from '#http/moment.ts'
import { CursorQuery, LimitQuery } from '#http/paging.ts'
import { PrintableText } from '#http/schema.ts'
import { localDate } from '#kernel/local-time.ts'
import { type CashoutState, STATES } from './cashout.ts'
import type { CashoutFilter } from './list-store.ts'

const states = Object.keys(STATES) as CashoutState[]

export const CashoutListQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
  status: Type.Optional(Type.Enum(states.map(state => STATES[state].resource))),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
  externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
})

export function filterOf(query: Static<typeof CashoutListQuery>): CashoutFilter {
  const { status, from, to, externalReference } = query
  const state = states.find(one => STATES[one].resource === status)
  return {
    ...(state !== undefined && { state }),
    ...(from !== undefined && { from: dateOf('from', from) }),
    ...(to !== undefined && { to: dateOf('to', to) }),
    ...(externalReference !== undefined && { externalReference }),
  }
}

function dateOf(field: string, text: string): Date {
  const day = localDate(text)
  return day === null ? momentOf(field, text, 'a date and time such as 2026-01-31T12:00:00Z') : new Date(day)
}
