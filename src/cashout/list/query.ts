// The query parameters of lists of cashouts, for all routes.
import { type Static, Type } from 'typebox'
import { CursorQuery, LimitQuery } from '#http/request/paging.ts'
import { FromQuery, periodIn, ToQuery } from '#http/request/period.ts'
import { PrintableText } from '#http/schema.ts'
import { type CashoutState, STATES } from '../cashout.ts'
import type { CashoutFilter } from './store.ts'

const states = Object.keys(STATES) as CashoutState[]

export const CashoutFilterQuery = Type.Object({
  status: Type.Optional(Type.Enum(states.map(state => STATES[state].resource))),
  from: Type.Optional(FromQuery),
  to: Type.Optional(ToQuery),
  externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
})

export const CashoutListQuery = Type.Object({
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
  ...CashoutFilterQuery.properties,
})

export function filterOf(query: Static<typeof CashoutFilterQuery>): CashoutFilter {
  const { status, externalReference } = query
  const { from, to } = periodIn(query)
  const state = states.find(one => STATES[one].resource === status)
  return {
    ...(state !== undefined && { state }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(externalReference !== undefined && { externalReference }),
  }
}
