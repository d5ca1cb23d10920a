// The bodies of changes of a recurrence, and what they ask for.
import { type Static, Type } from 'typebox'
import { EmailText, emailIn, PhoneText, personNameIn, phoneIn } from '#http/request/contact-fields.ts'
import { CentsAmount, OWN_FIELDS_ONLY, orNull, PrintableText } from '#http/schema.ts'
import { invalid } from '#kernel/failure.ts'
import { centavos } from '#kernel/money.ts'
import {
  ascending,
  Day,
  dayIn,
  InfoBody,
  ItemsBody,
  itemsIn,
  LateDaysBody,
  Moment,
  momentIn,
  PayerBody,
  PostbackBody,
  ReferenceBody,
  RetryDaysBody,
  requestTargetIn,
} from '../fields.ts'
import type { Debtor, RequestTarget } from '../recurrence.ts'
import type { RecurrenceChange } from './change.ts'

export const ChangeBody = Type.Object(
  {
    dataInicial: Type.Optional(Day),
    customer: Type.Optional(
      Type.Object(
        {
          name: Type.Optional(PrintableText({ minLength: 1, maxLength: 140 })),
          email: Type.Optional(EmailText),
          phone: Type.Optional(PhoneText),
        },
        OWN_FIELDS_ONLY,
      ),
    ),
    items: Type.Optional(ItemsBody),
    valorPadrao: Type.Optional(orNull(CentsAmount)),
    cobrancaAutomatica: Type.Optional(Type.Boolean()),
    diasRetentativa: Type.Optional(RetryDaysBody),
    atrasoMaximoDias: Type.Optional(LateDaysBody),
    infoAdicional: Type.Optional(orNull(InfoBody)),
    postbackUrl: Type.Optional(orNull(PostbackBody)),
    externalReference: Type.Optional(orNull(ReferenceBody)),
  },
  { title: 'RecurrenceChange', ...OWN_FIELDS_ONLY },
)

/** Throws INVALID_DATA, which names the field. */
export function changeIn(body: Static<typeof ChangeBody>): RecurrenceChange {
  if (Object.keys(body).length === 0) throw invalid('body', 'at least one field that is to change')
  const { dataInicial, customer, items, valorPadrao, cobrancaAutomatica, diasRetentativa, atrasoMaximoDias } = body
  return {
    ...(dataInicial !== undefined && { startsOn: dayIn('dataInicial', dataInicial) }),
    ...(customer !== undefined && { customer: customerIn(customer) }),
    ...(items !== undefined && { items: itemsIn(items) }),
    ...(valorPadrao !== undefined && { defaultAmount: valorPadrao === null ? null : centavos(valorPadrao) }),
    ...(cobrancaAutomatica !== undefined && { automatic: cobrancaAutomatica }),
    ...(diasRetentativa !== undefined && { retryDays: ascending(diasRetentativa) }),
    ...(atrasoMaximoDias !== undefined && { lateDays: atrasoMaximoDias }),
    ...ownTextsIn(body),
  }
}

const ownTextsIn = ({ infoAdicional, postbackUrl, externalReference }: Static<typeof ChangeBody>) => ({
  ...(infoAdicional !== undefined && { info: infoAdicional }),
  ...(postbackUrl !== undefined && { postbackUrl }),
  ...(externalReference !== undefined && { externalReference }),
})

const customerIn = ({ name, email, phone }: NonNullable<Static<typeof ChangeBody>['customer']>) => ({
  ...(name !== undefined && { name: personNameIn('customer.name', name) }),
  ...(email !== undefined && { email: emailIn('customer.email', email) }),
  ...(phone !== undefined && { phone: phoneIn('customer.phone', phone) }),
})

export const OfferBody = Type.Object({ jornada: Type.Literal(2) }, OWN_FIELDS_ONLY)

export const PushBody = Type.Object({ pagador: PayerBody, expiraEm: Type.Optional(Moment) }, OWN_FIELDS_ONLY)

export const pushIn = (
  { pagador, expiraEm }: Static<typeof PushBody>,
  customer: Debtor,
): { target: RequestTarget; expiresAt: Date | null } => ({
  target: requestTargetIn(pagador, customer),
  expiresAt: expiraEm === undefined ? null : momentIn('expiraEm', expiraEm),
})
