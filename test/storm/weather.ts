// What the storm is made of, drawn from a seed: the same seed draws the same sales, cashouts and faults in the same order.

export interface Chance {
  /** From 0 (included) to `most` (not included). */
  below(max: number): number
  pick<T>(from: readonly T[]): T
}

/** mulberry32: small, quick, and the same on every machine. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const below = (max: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * max)
  }
  return { below, pick: from => from[below(from.length)] as (typeof from)[number] }
}

/** How each kind of destination ends; `contradiz` may end either way, depending on when it is looked up. */
export const CASHOUT_ENDS = {
  maria: ['COMPLETED'],
  recusada: ['FAILED'],
  negada: ['FAILED'],
  lenta: ['COMPLETED'],
  semresposta: ['COMPLETED'],
  perdida: ['COMPLETED'],
  duplicada: ['COMPLETED'],
  devolvida: ['COMPLETED'],
  parcial: ['COMPLETED'],
  muda: ['COMPLETED'],
  tardia: ['COMPLETED'],
  analise: ['COMPLETED'],
  contradiz: ['COMPLETED', 'FAILED'],
  semchave: ['FAILED'],
} as const

export type Destination = keyof typeof CASHOUT_ENDS

/** What a buyer does with a code. */
const BUYERS = ['pays', 'pays', 'pays', 'pays twice', 'pays late', 'never pays', 'lets it expire'] as const

export type Buyer = (typeof BUYERS)[number]

/** What a buyer does with a boleto, by its Pix. */
export const BOLETO_ENDS = {
  pays: ['PAGO'],
  'pays twice': ['PAGO'],
  'pays too little': ['PENDENTE'],
  'never pays': ['PENDENTE'],
} as const

/** Where the bank never got the attempt it is given up after a day. */
export const CARD_ENDS = {
  approved: ['PAGO', 'FALHA'],
  silent: ['PAGO', 'FALHA'],
  unsafe: ['RECUSADO', 'FALHA'],
  short: ['RECUSADO', 'FALHA'],
} as const

/** By what its holder answers at the bank. */
export const DEBIT_ENDS = { authorises: ['PAGO', 'FALHA'], refuses: ['RECUSADO', 'FALHA'] } as const

export const TRANSFER_ENDS = { pays: ['PAGO'], 'never pays': ['PENDENTE'] } as const

export type MethodSale = { reference: string; amount: number } & (
  | { kind: 'boleto'; buyer: keyof typeof BOLETO_ENDS }
  | { kind: 'card'; card: keyof typeof CARD_ENDS; installments: number }
  | { kind: 'debit'; buyer: keyof typeof DEBIT_ENDS }
  | { kind: 'transfer'; buyer: keyof typeof TRANSFER_ENDS; by: 'PIX' | 'TED' }
)

export type Command =
  | MethodSale
  /** `isOfCart`: it pays for a cart of the seller's own shop. */
  | { kind: 'sale'; reference: string; amount: number; buyer: Buyer; isOfCart: boolean }
  | { kind: 'cashout'; reference: string; amount: number; destination: Destination }
  /** A Pix to the key itself, without any charge. */
  | { kind: 'stray'; reference: string; amount: number }

export function actionOf(chance: Chance, number: number): Command {
  const reference = `storm-${number}`
  const drawn = chance.below(100)
  if (drawn < 2) return { kind: 'stray', reference, amount: 1 + chance.below(9_999) }
  if (drawn < 30) return methodSaleOf(chance, reference)
  if (drawn < 60) {
    const [amount, buyer] = [100 + chance.below(50_000), chance.pick(BUYERS)]
    return { kind: 'sale', reference, amount, buyer, isOfCart: drawn % 3 === 0 }
  }
  const destination = chance.pick(Object.keys(CASHOUT_ENDS) as Destination[])
  return { kind: 'cashout', reference, amount: 100 + chance.below(400), destination }
}

const BUYERS_OF_BOLETOS = ['pays', 'pays', 'pays', 'pays twice', 'pays too little', 'never pays'] as const
const CARDS = ['approved', 'approved', 'approved', 'silent', 'unsafe', 'short'] as const
const HOLDERS = ['authorises', 'authorises', 'refuses'] as const
const BUYERS_BY_TRANSFER = ['pays', 'pays', 'pays', 'never pays'] as const

function methodSaleOf(chance: Chance, reference: string): MethodSale {
  const kind = chance.pick(['boleto', 'card', 'debit', 'transfer'] as const)
  const amount = 60_00 + chance.below(50_000)
  if (kind === 'boleto') return { kind, reference, amount, buyer: chance.pick(BUYERS_OF_BOLETOS) }
  if (kind === 'card') return { kind, reference, amount, card: chance.pick(CARDS), installments: 1 + chance.below(6) }
  if (kind === 'debit') return { kind, reference, amount, buyer: chance.pick(HOLDERS) }
  return { kind, reference, amount, buyer: chance.pick(BUYERS_BY_TRANSFER), by: chance.pick(['PIX', 'TED'] as const) }
}

export interface Fault {
  on: string
  fate: string
  times: number
}

const ROUTES = [
  ...['PUT /cob', 'GET /cob', 'PATCH /cob', 'GET /pix', 'PUT /gn/pix', 'GET /gn/pix/enviados'],
  ...['POST /charge', 'POST /charge/:id/pay', 'GET /charge/:id', 'GET /notification', 'GET /sandbox/movements'],
] as const
const FATES = ['timeoutBefore', 'timeoutAfter', '500', '401', '429', '503', 'malformed'] as const
/** Only these cause callbacks. */
const CALLBACK_ROUTES = [
  ...['PUT /gn/pix', 'PUT /pix/:e2eid/devolucao', 'POST /sandbox/pay', 'POST /charge/:id/pay'],
] as const
const CALLBACK_FATES = ['dropCallback', 'duplicate', 'reorder'] as const

export function faultOf(chance: Chance): Fault {
  const times = 1 + chance.below(3)
  return chance.below(10) < 3
    ? { on: chance.pick(CALLBACK_ROUTES), fate: chance.pick(CALLBACK_FATES), times }
    : { on: chance.pick(ROUTES), fate: chance.pick(FATES), times }
}
