// What was paid of a boleto is contested, or taken back: the acquirer says so of the charge, and of no single payment. What was contested may be
// paid as before.
import { moveMoney } from '../account.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { existing } from './change.ts'
import type { Charge, ChargeStatus } from './charge.ts'
import { moveCharge } from './history.ts'
import { paymentsOf } from './store.ts'

export const REVERSED = ['contested', 'refunded', 'paid'] as const
export type Reversed = (typeof REVERSED)[number]

const FROM: Record<Reversed, readonly ChargeStatus[]> = {
  contested: ['paid'],
  refunded: ['paid', 'contested'],
  paid: ['contested'],
}

/** All that was credited of it goes with it. */
export function reverseBoleto(bank: Bank, chargeId: number, state: Reversed): Charge {
  return bank.database.transaction(() => {
    const charge = existing(bank, chargeId)
    if (charge.billet === null) throw new ControlRefused('not-a-boleto', 409, 'The charge is no boleto')
    if (!FROM[state].includes(charge.status))
      throw new ControlRefused('not-reversible', 409, `The charge is ${charge.status}: it does not become ${state}`)
    const credited = paymentsOf(bank, chargeId).filter(({ status }) => status === 'credited')
    const sum = credited.reduce((total, { amount }) => total + amount, 0n)
    if (state === 'refunded') moveMoney(bank, -sum, 'boleto taken back', String(chargeId))
    return moveCharge(bank, charge, state)
  })
}
