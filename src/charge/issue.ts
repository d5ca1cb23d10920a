// What becomes of a boleto at its PSP: opened, issued, else looked up. It hands out only what is as requested; one that is not has to be
// cancelled. Nothing is stored here.
import { asRequested } from '#psp/collect/judge.ts'
import type { Boletos, Collect, CollectCharge, BoletoRequest as PspBoletoRequest } from '#psp/collect/port.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Outcome } from '#psp/port.ts'
import type { Sale } from '#sale/sale.ts'
import type { Boleto } from './charge.ts'

/** The PSP's API of charges, where it makes boletos. */
export type BoletoMaker = Collect & { readonly boletos: Boletos }

/** Its account keeps its settings as long as a charge of it is open; should they be gone, nothing can be asked. */
export async function makerOf(psps: PspDirectory, pspAccountId: number): Promise<BoletoMaker | null> {
  const { collect } = await psps.psp(pspAccountId)
  return collect?.boletos === undefined ? null : { ...collect, boletos: collect.boletos }
}

export const NO_MAKER = { kind: 'unknown', reason: 'the PSP account makes no boletos any more' } as const

export function openCharge(
  maker: BoletoMaker,
  { txid, amount, items }: Sale,
  noticeUrl: string,
): Promise<Outcome<{ chargeId: string }>> {
  return maker.open({ ref: txid, amount, title: items[0]?.title ?? txid, noticeUrl })
}

export type Issuing =
  /** As requested. */
  | { kind: 'issued'; made: CollectCharge }
  | { kind: 'refused'; reason: string }
  /** Nobody may pay it. `alert`: the PSP has made another boleto than was requested. */
  | { kind: 'unusable'; reason: string; alert?: true }
  /** It is not known whether it was issued. `alert`: the operator has to act before it can be. */
  | { kind: 'pending'; reason: string; alert?: true }

/** For a charge that is open. One that may have been issued is looked up first. */
export async function issueBoleto(
  maker: BoletoMaker,
  chargeId: string,
  request: PspBoletoRequest,
  isResumed: boolean,
): Promise<Issuing> {
  const known = isResumed ? await findIssued(maker, chargeId, request) : null
  if (known !== null) return known
  const outcome = await maker.boletos.issue(chargeId, request)
  if (outcome.kind === 'done') return { kind: 'issued', made: outcome.value }
  if (outcome.kind === 'refused') return outcome
  return (await findIssued(maker, chargeId, request)) ?? pending(outcome)
}

/** null: it is as it was opened. */
async function findIssued(maker: BoletoMaker, chargeId: string, request: PspBoletoRequest): Promise<Issuing | null> {
  const found = await maker.find(chargeId)
  if (found.kind !== 'done') return pending(found)
  if (found.value === null) return { kind: 'pending', reason: 'the PSP does not find the charge' }
  if (found.value.state === 'new') return null
  if (found.value.state === 'cancelled') return { kind: 'unusable', reason: 'the charge was cancelled at the PSP' }
  const judged = asRequested(found.value, chargeId, request)
  return judged.kind === 'done'
    ? { kind: 'issued', made: judged.value }
    : { kind: 'unusable', reason: judged.reason, alert: true }
}

const pending = (outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): Issuing => ({
  kind: 'pending',
  reason: outcome.reason,
  ...(outcome.kind === 'unknown' && outcome.alert && { alert: true as const }),
})

export const pspRequestOf = ({ amount }: Sale, boleto: Boleto): PspBoletoRequest => ({
  amount,
  buyer: boleto.buyer,
  dueOn: boleto.dueOn,
  payableDaysAfterDue: boleto.payableDaysAfterDue,
  fineBasisPoints: boleto.fineBasisPoints,
  interestMonthlyBasisPoints: boleto.interestMonthlyBasisPoints,
  ...(boleto.message !== null && { message: boleto.message }),
})
