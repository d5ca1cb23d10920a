// Whether buyers may pay into a PSP account by transfer, and the bank's data that they are shown for it: as the operator writes and
// reads them.
import { type Static, Type } from 'typebox'
import { OWN_FIELDS_ONLY, PrintableText } from '#http/schema.ts'
import { type Failure, invalid } from '#kernel/failure.ts'
import { parseDocument } from '#kernel/pix/document.ts'
import { ACCOUNT_TYPES } from '../recurrence/port.ts'

const TEXT = (maxLength: number, description: string) => PrintableText({ minLength: 1, maxLength, description })

const TransferPayeeSchema = Type.Object(
  {
    bank: TEXT(80, 'Number and name, such as "364 Efí S.A."'),
    branch: Type.String({ pattern: '^[0-9]{1,6}(-[0-9Xx])?$' }),
    account: Type.String({ pattern: '^[0-9]{1,20}(-[0-9Xx])?$' }),
    accountType: Type.Enum([...ACCOUNT_TYPES]),
    holderName: TEXT(140, 'As the bank has it'),
    holderDocument: TEXT(18, 'CPF or CNPJ'),
  },
  { ...OWN_FIELDS_ONLY, description: 'Where a TED goes. A Pix goes to the pixKey of the account' },
)

export type TransferPayee = Static<typeof TransferPayeeSchema>

export const TransferSettingsSchema = Type.Object({
  enabled: Type.Boolean({ description: 'Whether sales by transfer may be made here' }),
  payee: Type.Union([TransferPayeeSchema, Type.Null()]),
})

export type TransferSettings = Static<typeof TransferSettingsSchema>

/** With the holder's document as its digits alone. */
export function transferSettingsIn({ enabled, payee }: TransferSettings): TransferSettings | Failure {
  if (payee === null)
    return enabled ? invalid('payee', 'the bank’s data: buyers are shown them') : { enabled, payee: null }
  const document = parseDocument(payee.holderDocument)
  if (document === null) return invalid('payee.holderDocument', 'a CPF or CNPJ')
  return { enabled, payee: { ...payee, holderDocument: document.digits } }
}
