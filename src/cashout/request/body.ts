// The body of a cashout request, for all routes: its form is checked and its amount parsed once, here.
import { type Static, Type } from 'typebox'
import { documentIn } from '#http/request/document-field.ts'
import { DOCUMENTED, PrintableText, WebAddress } from '#http/schema.ts'
import { invalid } from '#kernel/failure.ts'
import { type Centavos, reaisFromNumber } from '#kernel/money.ts'
import { PIX_KEY_TYPES } from '#kernel/pix/pix-key.ts'
import type { AddressCheck } from '#notification/webhooks/address.ts'
import type { CashoutRequest } from './request.ts'

// Unknown fields are ignored: clients of the contract send some.
export const CashoutBody = Type.Object(
  {
    amount: Type.Number({ description: 'Reais, at most two decimals', [DOCUMENTED]: { exclusiveMinimum: 0 } }),
    pixKey: PrintableText({ minLength: 8, maxLength: 77 }),
    pixKeyType: Type.Optional(Type.Enum([...PIX_KEY_TYPES])),
    externalReference: Type.Optional(PrintableText({ minLength: 1, maxLength: 64 })),
    description: Type.Optional(PrintableText({ maxLength: 140 })),
    holderDocument: Type.Optional(PrintableText({ maxLength: 18 })),
    postbackUrl: Type.Optional(WebAddress),
  },
  { title: 'NewCashout' },
)

/** A person may say instead what the recipient is to get; with both, the gross amount is what the person has confirmed. */
export const PanelCashoutBody = Type.Object({
  ...CashoutBody.properties,
  amount: Type.Optional(Type.Number({ description: 'Reais that leave the account, at most two decimals' })),
  netAmount: Type.Optional(
    Type.Number({
      description:
        'Reais that the recipient gets, exactly: the fee comes on top, and limits count what leaves the account',
    }),
  ),
})

export function requestOf(deps: AddressCheck, accountId: number, body: Static<typeof CashoutBody>): CashoutRequest {
  const amount = amountOf('amount', body.amount)
  if (body.pixKey.trim() === '') throw invalid('pixKey', 'a PIX key, not blanks')
  if (body.postbackUrl !== undefined) deps.checkAddress('postbackUrl', body.postbackUrl)
  return {
    accountId,
    amount,
    pixKey: body.pixKey,
    pixKeyType: body.pixKeyType ?? 'CPF',
    externalReference: body.externalReference ?? null,
    description: body.description ?? null,
    holderDocument: body.holderDocument === undefined ? null : documentIn('holderDocument', body.holderDocument),
    postbackUrl: body.postbackUrl ?? null,
  }
}

export function panelRequestOf(
  deps: AddressCheck,
  accountId: number,
  { netAmount, amount, ...body }: Static<typeof PanelCashoutBody>,
): CashoutRequest {
  if (netAmount === undefined) {
    if (amount === undefined) throw invalid('amount', 'amount or netAmount')
    return requestOf(deps, accountId, { ...body, amount })
  }
  const exact = {
    net: amountOf('netAmount', netAmount),
    gross: amount === undefined ? null : amountOf('amount', amount),
  }
  return { ...requestOf(deps, accountId, { ...body, amount: netAmount }), exact }
}

function amountOf(field: string, reais: number): Centavos {
  const amount = reaisFromNumber(reais)
  if (amount === null || amount <= 0n)
    throw invalid(field, 'a number of reais greater than zero with at most two decimals, such as 150.00')
  return amount
}
