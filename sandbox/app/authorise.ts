// What the payer does with a recurrence in the app of the payer's bank: authorises it, refuses it, cancels it. Each is called inside a
// transaction.
import { type Centavos, parseReais, toReais, ZERO } from '#kernel/money.ts'
import { debtorFateOf } from '../debtor/fates.ts'
import type { House } from '../house.ts'
import { cancelRec } from '../rec/cancel.ts'
import { moveRec } from '../rec/move.ts'
import { debtorDocumentOf, type Journey, minimumOf, type Rec } from '../rec/rec.ts'
import { ControlRefused } from '../refused.ts'

export interface Payer {
  name: string
  document: string
}

export interface Authorisation {
  journey: Journey
  /** Absent: the debtor. */
  payer?: Payer | undefined
  /** Reais: the most that one charge may take. */
  maximo?: string | undefined
}

/** A debtor whose name says so refuses instead. */
export function authoriseRec(house: House, rec: Rec, { journey, payer, maximo }: Authorisation): Rec {
  if (rec.status !== 'CRIADA') throw notPending(rec)
  const fate = debtorFateOf(rec.document.vinculo.devedor.nome)
  if (fate.authorisation === 'refuses') return refuseRec(house, rec)
  const cap = capOf(rec, maximo) ?? fate.cap
  return moveRec(house, rec, 'APROVADA', {
    journey,
    payer: payer ?? debtorOf(rec),
    cap: cap === null ? null : String(cap),
  })
}

export function refuseRec(house: House, rec: Rec): Rec {
  if (rec.status !== 'CRIADA') throw notPending(rec)
  const ending = { rejeicao: { codigo: 'AP13', descricao: 'O usuário pagador recusou a recorrência.' } }
  return moveRec(house, rec, 'REJEITADA', { ending })
}

export function cancelByPayer(house: House, rec: Rec): Rec {
  if (rec.status !== 'APROVADA')
    throw new ControlRefused(
      'not-authorised',
      409,
      `The recurrence is ${rec.status}: only an authorised one is cancelled`,
    )
  return cancelRec(house, rec, 'USUARIO_PAGADOR')
}

export const debtorOf = (rec: Rec): Payer => ({
  name: rec.document.vinculo.devedor.nome,
  document: debtorDocumentOf(rec),
})

function capOf(rec: Rec, maximo: string | undefined): Centavos | null {
  if (maximo === undefined) return null
  const cap = parseReais(maximo)
  if (cap === null || cap === ZERO)
    throw new ControlRefused('invalid-cap', 400, 'maximo: expected reais above zero, such as "50.00"')
  const minimum = minimumOf(rec)
  if (minimum !== null && cap < minimum)
    throw new ControlRefused('cap-below-minimum', 422, `maximo: the receiver asks for ${toReais(minimum)} at least`)
  return cap
}

const notPending = ({ status }: Rec) =>
  new ControlRefused('not-pending', 409, `The recurrence is ${status}: only one that is CRIADA can be answered`)
