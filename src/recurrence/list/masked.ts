// A recurrence as support reads it, who have no business with who its payers are.
import { maskedContact } from '#kernel/text/masked-contact.ts'
import type { RecurrenceForm } from '../wire.ts'

export function maskedForm(form: RecurrenceForm): RecurrenceForm {
  return { ...form, customer: maskedContact(form.customer), sale: form.sale && withoutBuyer(form.sale) }
}

function withoutBuyer(sale: object): object {
  const { uuid, status } = sale as { uuid: string; status: string }
  return { uuid, status }
}
