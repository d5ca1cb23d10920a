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
export const BUYERS = ['pays', 'pays', 'pays', 'pays twice', 'pays late', 'never pays', 'lets it expire'] as const

export type Buyer = (typeof BUYERS)[number]

export type Command =
  /** `isOfCart`: it pays for a cart of the seller's own shop. */
  | { kind: 'sale'; reference: string; amount: number; buyer: Buyer; isOfCart: boolean }
  | { kind: 'cashout'; reference: string; amount: number; destination: Destination }
  /** A Pix to the key itself, without any charge. */
  | { kind: 'stray'; reference: string; amount: number }

export function actionOf(chance: Chance, number: number): Command {
  const reference = `storm-${number}`
  const drawn = chance.below(100)
  if (drawn < 2) return { kind: 'stray', reference, amount: 1 + chance.below(9_999) }
  if (drawn < 50) {
    const [amount, buyer] = [100 + chance.below(50_000), chance.pick(BUYERS)]
    return { kind: 'sale', reference, amount, buyer, isOfCart: drawn % 3 === 0 }
  }
  const destination = chance.pick(Object.keys(CASHOUT_ENDS) as Destination[])
  return { kind: 'cashout', reference, amount: 100 + chance.below(400), destination }
}

export interface Fault {
  on: string
  fate: string
  times: number
}

const ROUTES = ['PUT /cob', 'GET /cob', 'PATCH /cob', 'GET /pix', 'PUT /gn/pix', 'GET /gn/pix/enviados'] as const
const FATES = ['timeoutBefore', 'timeoutAfter', '500', '401', '429', '503', 'malformed'] as const
/** Only these cause callbacks. */
const CALLBACK_ROUTES = ['PUT /gn/pix', 'PUT /pix/:e2eid/devolucao', 'POST /sandbox/pay'] as const
const CALLBACK_FATES = ['dropCallback', 'duplicate', 'reorder'] as const

export function faultOf(chance: Chance): Fault {
  const times = 1 + chance.below(3)
  return chance.below(10) < 3
    ? { on: chance.pick(CALLBACK_ROUTES), fate: chance.pick(CALLBACK_FATES), times }
    : { on: chance.pick(ROUTES), fate: chance.pick(FATES), times }
}
