// Whether a boleto, or an attempt by card, is the one that was asked for. A buyer who pays another amount, on another day or to another place is nobody's to help,
// so one that differs is never shown: its charge has to be cancelled, and a person has to look.
import { readLine } from '#kernel/boleto/line.ts'
import { MAX_INSTALLMENTS } from '#kernel/card/installments.ts'
import type { Centavos } from '#kernel/money.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import type { Outcome } from '../port.ts'
import type { BoletoRequest, ChargeState, CollectCharge } from './port.ts'

export function asRequested(charge: CollectCharge, chargeId: string, request: BoletoRequest): Outcome<CollectCharge> {
  const fault = faultOf(charge, chargeId, request)
  if (fault === null) return { kind: 'done', value: charge }
  return { kind: 'unknown', reason: `the PSP has made another boleto of the charge ${chargeId}: ${fault}`, alert: true }
}

/** What an attempt has to be of. */
export interface ExpectedAttempt {
  amount: Centavos
  /** null: the buyer chooses on the PSP's own page, where nothing may have been tried yet. */
  installments: number | null
}

/** More than the amount would be interest that nobody has agreed on, and other parts would be settled on other days. */
export function asPaid(charge: CollectCharge, chargeId: string, request: ExpectedAttempt): Outcome<CollectCharge> {
  const fault = faultOfAttempt(charge, chargeId, request)
  if (fault === null) return { kind: 'done', value: charge }
  return {
    kind: 'unknown',
    reason: `the PSP has tried another payment of the charge ${chargeId}: ${fault}`,
    alert: true,
  }
}

function faultOfAttempt(
  charge: CollectCharge,
  chargeId: string,
  { amount, installments }: ExpectedAttempt,
): string | null {
  if (charge.chargeId !== chargeId) return 'it is of another charge'
  if (charge.amount !== amount) return 'its charge has another amount'
  if (charge.card === null) return UNTRIED.has(charge.state) && installments === null ? null : notByCard(charge)
  if (installments === null) return isPossible(charge.card.installments) ? null : 'it has too many instalments'
  return charge.card.installments === installments ? null : 'it has another number of instalments'
}

const UNTRIED: ReadonlySet<ChargeState> = new Set(['new', 'waiting', 'cancelled'])

const notByCard = ({ state }: CollectCharge): string | null => (state === 'cancelled' ? null : 'it is not by card')

const isPossible = (installments: number): boolean => installments >= 1 && installments <= MAX_INSTALLMENTS

function faultOf(charge: CollectCharge, chargeId: string, { amount, dueOn }: BoletoRequest): string | null {
  const { boleto } = charge
  if (charge.chargeId !== chargeId) return 'it is of another charge'
  if (charge.amount !== amount) return 'its charge has another amount'
  if (boleto === null) return 'it has no line that can be read'
  const line = readLine(boleto.line, dueOn)
  if (line === null) return 'its line has a wrong digit'
  if (line.amount !== amount) return 'its line has another amount'
  if (line.dueOn !== dueOn || boleto.dueOn !== dueOn) return 'it is due on another day'
  return boleto.brCode === null ? null : faultOfCode(boleto.brCode, amount)
}

/** The code has to lead to a charge of the PSP: one that names a key is paid without the PSP knowing for what. */
function faultOfCode(text: string, amount: BoletoRequest['amount']): string | null {
  const code = parseBrCode(text)
  if (code === null || code.url === undefined || code.key !== undefined) return 'its Pix code names no charge'
  return code.amount === undefined || code.amount === amount ? null : 'its Pix code has another amount'
}
