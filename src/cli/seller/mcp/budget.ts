// How much of the cashouts, or refunds, that a person allows has been used. What may have been paid counts, under its key once: a refusal gives back what that
// call had reserved and nothing else, so that no other call under the key frees what was paid.
import { add, type Centavos, subtract, toReais, ZERO } from '#kernel/money.ts'
import { type Clock, HOUR_MS } from '#kernel/time.ts'
import { Trouble } from '../terminal.ts'

/** A gateway forgets a key after 48 hours; then the same call pays again. */
const KEY_LIVES_MS = 47 * HOUR_MS

export interface Limits {
  of: 'cashout' | 'refund'
  one: Centavos
  all: Centavos
}

/** Gives back what one call has reserved. */
export type Release = () => void

export type Reserve = (key: string, amount: Centavos) => Release

interface Reservation {
  key: string
  amount: Centavos
  at: number
}

/** Throws Trouble where it is too much. */
export function openBudget({ of, one, all }: Limits, clock: Clock): Reserve {
  const reservations = new Set<Reservation>()
  return (key, amount) => {
    const at = clock().getTime()
    const mine: Reservation = { key, amount, at }
    const left = subtract(all, used([...reservations], at))
    const leftWithMine = subtract(all, used([...reservations, mine], at))
    if (amount > one) throw new Trouble(`Nothing was done. amount: the maximum of one ${of} is ${toReais(one)} reais.`)
    if (leftWithMine < 0n)
      throw new Trouble(
        `Nothing was done. amount: ${toReais(left)} reais are left of the ${toReais(all)} that all ${of}s of this server may come to.`,
      )
    reservations.add(mine)
    return () => void reservations.delete(mine)
  }
}

/** Of calls under one key the greatest, as long as the key lives. */
function used(reservations: Reservation[], now: number): Centavos {
  const isAlive = ({ at }: Reservation) => now - at < KEY_LIVES_MS
  const byKey = Map.groupBy(reservations.filter(isAlive), ({ key }) => key)
  const greatest = [...byKey.values()].map(calls =>
    calls.reduce<Centavos>((max, { amount }) => (amount > max ? amount : max), ZERO),
  )
  return add(...greatest, ...reservations.filter(one => !isAlive(one)).map(({ amount }) => amount))
}
