// At six in the morning the bank credits what was paid at another bank, and what the acquirer owes: all of it at once, so that nothing is compared
// before all of it is expected.
import { agrees, timeOf, type World } from '../world.ts'

export interface Credit {
  /** In the books of the shop. */
  expect?: () => void
  /** What is looked at when all is expected. */
  look?: () => Promise<void>
}

const CREDITED_AT_MINUTES = 6 * 60

export function inTheMorning(world: World, day: string, credit: Credit): void {
  const known = world.mornings.get(day)
  if (known !== undefined) {
    known.push(credit)
    return
  }
  world.mornings.set(day, [credit])
  world.byItself(timeOf(day, CREDITED_AT_MINUTES), 'the bank credits what is due', () => begin(world, day))
}

async function begin(world: World, day: string): Promise<void> {
  const credits = world.mornings.get(day) ?? []
  world.mornings.delete(day)
  for (const { expect } of credits) expect?.()
  for (const of of world.sellers) await agrees(of)
  for (const { look } of credits) await look?.()
}
