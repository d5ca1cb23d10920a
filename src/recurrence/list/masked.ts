// A recurrence as support reads it, who have no business with who its payers are.
import { Failure } from '#kernel/failure.ts'
import { maskedContact } from '#kernel/text/masked-contact.ts'
import type { RecurrenceForm } from '../wire.ts'

/** Who cannot read whose a recurrence is does not find out by asking for each document in turn either. */
export const HIDDEN = new Failure(
  'FORBIDDEN',
  'document: support reads recurrences without their payers, and finds none by a payer',
)

export function maskedForm(form: RecurrenceForm): RecurrenceForm {
  return { ...form, customer: maskedContact(form.customer), sale: form.sale && withoutBuyer(form.sale) }
}

function withoutBuyer(sale: object): object {
  const { uuid, status } = sale as { uuid: string; status: string }
  return { uuid, status }
}
