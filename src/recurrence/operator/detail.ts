// One recurrence as the operator reads it: whose it is and at which PSP, without who its payer is, with its latest debits.
import { type Static, Type } from 'typebox'
import type { Queryable } from '#db/postgres.ts'
import { formsOf } from '../charge/forms.ts'
import { findDebitsOf } from '../debit/store.ts'
import { DebitSchema } from '../debit/wire.ts'
import { maskedForm } from '../list/masked.ts'
import { RecurrenceSchema } from '../list/schema.ts'
import type { Recurrence } from '../recurrence.ts'
import { recurrenceForm } from '../wire.ts'

/** More than two years of weeks. */
const MAX_DEBITS = 110

const { sale: _sale, proximaCobranca: _next, ...SHOWN } = RecurrenceSchema.properties

export const OperatorRecurrenceSchema = Type.Object({
  ...SHOWN,
  accountId: Type.Integer(),
  pspAccountId: Type.Integer(),
  debits: Type.Array(DebitSchema, { description: 'The latest first' }),
})

export type OperatorRecurrence = Static<typeof OperatorRecurrenceSchema>

export async function operatorForm(db: Queryable, recurrence: Recurrence): Promise<OperatorRecurrence> {
  const { sale: _, proximaCobranca: __, ...form } = maskedForm(recurrenceForm({ recurrence, sale: null, next: null }))
  const debits = (await findDebitsOf(db, recurrence)).slice(-MAX_DEBITS).toReversed()
  const forms = await formsOf(db, debits)
  const { accountId, pspAccountId } = recurrence
  return { ...form, accountId, pspAccountId, debits: [...forms.values()] }
}
