// The tools that change something: what each takes, in words that cannot be mistaken, and the request that it becomes.
import { type Centavos, parseReais, toCentsNumber, toReais } from '#kernel/money.ts'
import { Trouble } from '../terminal.ts'
import type { Input } from './read.ts'

export type Spending = 'cashout' | 'refund'

export interface Action {
  name: string
  description: string
  inputSchema: object
  destructive: boolean
  /** Whether the route takes an Idempotency-Key. Where it does not, the route itself does the same thing once, or `repeats`. */
  takesKey: boolean
  repeats?: boolean
  request(input: Input): { path: string; body?: object }
  /** Money that leaves the account, and which maximum it counts for. */
  spends?: { of: Spending; amount(input: Input): Centavos | 'all' }
}

const text = (description: string, more: object = {}) => ({ type: 'string', minLength: 1, description, ...more })
const reais = (description: string) =>
  text(`${description}, in reais with two decimals: "150.00" is a hundred and fifty reais`, {
    pattern: '^\\d{1,10}\\.\\d{2}$',
  })
const id = (of: string) => text(`The uuid or number of the ${of}`, { pattern: '^[A-Za-z0-9-]{1,64}$' })
const idempotencyKey = text(
  'Names this one action: the same arguments under the same key are done once. Without it, equal calls of this server are one action',
  { pattern: '^[\\x21-\\x7e]{1,255}$' },
)

const input = (properties: Record<string, object>, required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

/** As a schema has made sure that it can be read. */
function centavosIn(value: unknown, field: string): Centavos {
  const amount = parseReais(String(value))
  if (amount === null) throw new Trouble(`${field}: expected reais with two decimals, such as "150.00"`)
  return amount
}

const cents = (value: unknown, field: string): number => toCentsNumber(centavosIn(value, field))

/** Without what was not given. */
const given = (fields: Record<string, unknown>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const ADDRESS = ['street', 'number', 'district', 'city', 'state', 'zipCode']
const customer = {
  ...input(
    {
      name: text('Of the buyer'),
      document: text('CPF or CNPJ of the buyer; a boleto takes one'),
      email: text('Of the buyer'),
      phone: text('Of the buyer'),
      address: {
        ...input(Object.fromEntries([...ADDRESS, 'complement'].map(name => [name, { type: 'string' }])), ADDRESS),
        description: 'A boleto takes one',
      },
    },
    ['name'],
  ),
}

interface Item {
  title: string
  unitPrice: string
  quantity: number
}

const createSale: Action = {
  name: 'create_sale',
  description:
    'Charges a buyer: the answer carries the Pix code, the boleto or the account to pay. Nothing is paid by this. A key pair with the scope `sale:write`.',
  inputSchema: input(
    {
      amount: reais('What the buyer pays'),
      paymentMethod: { type: 'string', enum: ['PIX', 'BOLETO', 'TRANSFER'] },
      customer,
      items: {
        type: 'array',
        minItems: 1,
        maxItems: 200,
        items: input(
          {
            title: text('What is sold'),
            unitPrice: reais('The price of one'),
            quantity: { type: 'integer', minimum: 1, maximum: 1_000_000 },
          },
          ['title', 'unitPrice', 'quantity'],
        ),
      },
      externalReference: text('Your own number of it, up to 64 characters', { maxLength: 64 }),
      pixExpiresInSeconds: { type: 'integer', minimum: 1, maximum: 2_592_000 },
      boletoDueInDays: { type: 'integer', minimum: 0, maximum: 1_095 },
      idempotencyKey,
    },
    ['amount', 'paymentMethod', 'customer', 'items'],
  ),
  destructive: false,
  takesKey: true,
  request: sale => ({
    path: '/api/transactions',
    body: given({
      amount: cents(sale.amount, 'amount'),
      paymentMethod: sale.paymentMethod,
      customer: sale.customer,
      items: (sale.items as Item[]).map((item, n) => ({
        ...item,
        unitPrice: cents(item.unitPrice, `items.${n}.unitPrice`),
      })),
      externalReference: sale.externalReference,
      pix: sale.pixExpiresInSeconds && { expiresInSeconds: sale.pixExpiresInSeconds },
      boleto: sale.boletoDueInDays === undefined ? undefined : { dueInDays: sale.boletoDueInDays },
    }),
  }),
}

const cancelSale: Action = {
  name: 'cancel_sale',
  description:
    'Cancels a sale that waits to be paid; its buyer cannot pay it any more. A key pair with the scope `sale:write`.',
  inputSchema: input({ id: id('sale') }, ['id']),
  destructive: true,
  takesKey: false,
  request: ({ id: sale }) => ({ path: `/api/transactions/${sale}/cancel` }),
}

const createRefund: Action = {
  name: 'create_refund',
  description:
    'Sends money of a paid sale back to its buyer, which cannot be taken back. Boletos are refunded in the panel. A key pair with the scope `sale:write`.',
  inputSchema: input(
    {
      id: id('sale'),
      amount: text(
        'What goes back, in reais with two decimals ("150.00"), or "all": whatever is left of the sale, where its user has set no maximum',
        {
          pattern: '^(all|\\d{1,10}\\.\\d{2})$',
        },
      ),
      reason: text('Up to 500 characters', { maxLength: 500 }),
      externalReference: text('Your own number of it, up to 64 characters', { maxLength: 64 }),
      idempotencyKey,
    },
    ['id', 'amount'],
  ),
  destructive: true,
  takesKey: true,
  request: ({ id: sale, amount, reason, externalReference }) => ({
    path: `/api/transactions/${sale}/refunds`,
    body: given({ amount: amount === 'all' ? undefined : cents(amount, 'amount'), reason, externalReference }),
  }),
  spends: { of: 'refund', amount: ({ amount }) => (amount === 'all' ? 'all' : centavosIn(amount, 'amount')) },
}

const createCashout: Action = {
  name: 'create_cashout',
  description:
    'Pays money of the account out to a PIX key, which cannot be taken back once it is sent. Ask the person first, with amount and key. A key pair with the scope `cashout:write`.',
  inputSchema: input(
    {
      amount: reais('What leaves the account, fee included'),
      pixKey: text('Of who is paid', { minLength: 8, maxLength: 77 }),
      pixKeyType: { type: 'string', enum: ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] },
      externalReference: text('Your own number of it, up to 64 characters', { maxLength: 64 }),
      description: text('Shown to who is paid, up to 140 characters', { maxLength: 140 }),
      holderDocument: text('CPF or CNPJ that the key has to belong to'),
      idempotencyKey,
    },
    ['amount', 'pixKey', 'pixKeyType'],
  ),
  destructive: true,
  takesKey: true,
  request: ({ amount, idempotencyKey: _key, ...cashout }) => ({
    path: '/api/public/cashout',
    body: { ...cashout, amount: Number(toReais(centavosIn(amount, 'amount'))) },
  }),
  spends: { of: 'cashout', amount: ({ amount }) => centavosIn(amount, 'amount') },
}

const cancelCashout: Action = {
  name: 'cancel_cashout',
  description: 'Takes a cashout back that has not been sent. A key pair with the scope `cashout:write`.',
  inputSchema: input({ id: id('cashout'), idempotencyKey }, ['id']),
  destructive: true,
  takesKey: true,
  request: ({ id: cashout }) => ({ path: `/api/public/cashout/${cashout}/cancel` }),
}

const resendEvent: Action = {
  name: 'resend_event',
  description:
    'Sends an event once more to whoever listens to the stream of events; webhooks get nothing by this. A key pair with the scope `event:read`.',
  inputSchema: input({ id: id('event') }, ['id']),
  destructive: false,
  takesKey: false,
  repeats: true,
  request: ({ id: event }) => ({ path: `/api/events/${event}/resend` }),
}

export const ACTIONS: readonly Action[] = [
  createSale,
  cancelSale,
  createRefund,
  createCashout,
  cancelCashout,
  resendEvent,
]
