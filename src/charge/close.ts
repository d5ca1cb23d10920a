// A boleto that nobody is to pay any more. The PSP cancels it first and the sale ends after that, so that no boleto stays payable for a sale
// that has ended. One that was paid, or that a bank has reported as paid, is waited for instead.
import type { Actor } from '#audit/audit.ts'
import { HOUR_MS } from '#kernel/time.ts'
import type { ChargeState } from '#psp/collect/port.ts'
import type { Closing } from '#sale/collect/boletos-of-sales.ts'
import { type Boleto, saleKeyOf } from './charge.ts'
import type { ChargeDeps } from './deps.ts'
import { type BoletoMaker, makerOf, NO_MAKER } from './issue.ts'
import { lockBoleto, recordEnded } from './store.ts'

/** Has the charge cancelled and ends the sale. `by`: the person or the key that cancels it; null: its time is over, or it was given up. */
export async function closeBoleto(deps: ChargeDeps, boleto: Boleto, by: Actor | null = null): Promise<Closing> {
  const maker = await makerOf(deps.psps, boleto.pspAccountId)
  if (maker === null) return NO_MAKER
  const left = boleto.chargeId === null ? 'cancelled' : await takeAway(deps, maker, boleto.chargeId, boleto)
  if (typeof left !== 'string') return left
  return end(deps, boleto, left, by)
}

const PAYING: readonly ChargeState[] = ['identified', 'approved', 'paid', 'contested', 'refunded']

/** The state in which it is left at the PSP. */
async function takeAway(
  { clock }: ChargeDeps,
  maker: BoletoMaker,
  chargeId: string,
  boleto: Boleto,
): Promise<ChargeState | Closing> {
  const cancelled = await maker.cancel(chargeId)
  if (cancelled.kind === 'done') return 'cancelled'
  if (cancelled.kind === 'unknown')
    return { kind: 'unknown', reason: cancelled.reason, ...(cancelled.unsent && { unsent: true }) }
  const found = await maker.find(chargeId)
  if (found.kind !== 'done') return { kind: 'unknown', reason: found.reason }
  if (found.value === null || found.value.state === 'cancelled') return 'cancelled'
  if (PAYING.includes(found.value.state)) return { kind: 'paid' }
  return isSurelyOver(boleto, clock())
    ? found.value.state
    : { kind: 'unknown', reason: `the charge is ${found.value.state} at the PSP, which does not cancel it` }
}

/** Long after its last day no bank takes it any more, also where the PSP does not cancel it. */
const isSurelyOver = ({ payUntil }: Boleto, now: Date): boolean => now.getTime() > Date.parse(payUntil) + SURELY_OVER_MS

const SURELY_OVER_MS = 30 * 24 * HOUR_MS

/** PENDENTE becomes CANCELADO, and a creation FALHA. */
async function end(deps: ChargeDeps, boleto: Boleto, left: ChargeState, by: Actor | null): Promise<Closing> {
  const { kind, pendingDeliveries } = await deps.db.transaction(async tx => {
    const now = deps.clock()
    const sale = await deps.sales.lock(tx, saleKeyOf(boleto))
    const locked = await lockBoleto(tx, saleKeyOf(boleto))
    if (sale === null || locked === null) throw new Error(`the sale of the charge ${boleto.ref} is gone`)
    if (locked.state !== 'ENDED') await recordEnded(tx, locked, { reportedState: left, now })
    if (sale.status !== 'PENDENTE' && sale.status !== 'EM_PROCESSAMENTO')
      return { kind: sale.completedAt === null ? ('closed' as const) : ('paid' as const), pendingDeliveries: [] }
    const ended = await deps.sales.end(tx, sale, sale.status === 'PENDENTE' ? 'CANCELADO' : 'FALHA', by)
    return { kind: 'closed' as const, pendingDeliveries: (await deps.outbox.write(tx, ended.events, now)).flat() }
  })
  deps.outbox.send(pendingDeliveries)
  return { kind }
}
