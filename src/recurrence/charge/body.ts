// The bodies and queries of the routes of debits, and what they ask for.
import { type Static, Type } from 'typebox'
import { CursorQuery, LimitQuery } from '#http/request/paging.ts'
import { CentsAmount, OWN_FIELDS_ONLY, orNull } from '#http/schema.ts'
import { invalid } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import { DEBIT_STATUSES, type DebitStatus } from '../debit/debit.ts'
import { SHOWN_DEBIT_STATUSES } from '../debit/wire.ts'
import { Day, dayIn, InfoBody, ItemsBody, itemsIn, ReferenceBody } from '../fields.ts'
import type { DebitFilter } from './list-store.ts'

export const ChargeBody = Type.Object(
  {
    dataDeVencimento: Day,
    amount: Type.Optional(CentsAmount),
    items: Type.Optional(ItemsBody),
    infoAdicional: Type.Optional(InfoBody),
    externalReference: Type.Optional(ReferenceBody),
  },
  { title: 'NewDebit', ...OWN_FIELDS_ONLY },
)

export const chargeIn = (body: Static<typeof ChargeBody>) => ({
  dueOn: dayIn('dataDeVencimento', body.dataDeVencimento),
  amount: body.amount === undefined ? null : centavos(body.amount),
  items: body.items === undefined ? null : itemsIn(body.items),
  info: body.infoAdicional ?? null,
  externalReference: body.externalReference ?? null,
})

export const ChangeBody = Type.Object(
  {
    amount: Type.Optional(CentsAmount),
    dataDeVencimento: Type.Optional(Day),
    items: Type.Optional(ItemsBody),
    infoAdicional: Type.Optional(orNull(InfoBody)),
    externalReference: Type.Optional(orNull(ReferenceBody)),
  },
  { title: 'DebitChange', ...OWN_FIELDS_ONLY, minProperties: 1 },
)

export const changeIn = (body: Static<typeof ChangeBody>) => ({
  ...(body.amount !== undefined && { amount: centavos(body.amount) }),
  ...(body.dataDeVencimento !== undefined && { dueOn: dayIn('dataDeVencimento', body.dataDeVencimento) }),
  ...(body.items !== undefined && { items: itemsIn(body.items) }),
  ...(body.infoAdicional !== undefined && { info: body.infoAdicional }),
  ...(body.externalReference !== undefined && { externalReference: body.externalReference }),
})

export const RetryBody = Type.Object({ data: Day }, OWN_FIELDS_ONLY)

export const retryDayIn = ({ data }: Static<typeof RetryBody>) => dayIn('data', data)

export const DebitListQuery = Type.Object({
  status: Type.Optional(Type.Enum(SHOWN_DEBIT_STATUSES)),
  dueFrom: Type.Optional(Day),
  dueTo: Type.Optional(Day),
  limit: Type.Optional(LimitQuery),
  cursor: Type.Optional(CursorQuery),
})

export function debitFilterOf(query: Static<typeof DebitListQuery>, recurrenceId: bigint | null): DebitFilter {
  const dueFrom = query.dueFrom === undefined ? null : dayIn('dueFrom', query.dueFrom)
  const dueTo = query.dueTo === undefined ? null : dayIn('dueTo', query.dueTo)
  if (dueFrom !== null && dueTo !== null && dueFrom > dueTo) throw invalid('dueTo', 'a day that is not before dueFrom')
  return { recurrenceId, statuses: query.status === undefined ? null : statusesOf(query.status), dueFrom, dueTo }
}

/** Whether an order has arrived is not shown. */
const statusesOf = (shown: (typeof SHOWN_DEBIT_STATUSES)[number]): DebitStatus[] =>
  shown === 'PLANEJADA' ? ['PLANEJADA', 'ENVIANDO'] : DEBIT_STATUSES.filter(status => status === shown)
