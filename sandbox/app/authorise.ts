// What the payer does with a recurrence in the app of the payer's bank: authorises it, or cancels what was authorised. Each is called inside
// a transaction.
import { type Centavos, parseReais, toReais, ZERO } from '#kernel/money.ts'
import type { Payer } from '../buyer/payer.ts'
import { debtorFateOf } from '../debtor/fates.ts'
import { cancelRec, rejectByPayer } from '../rec/cancel.ts'
import { moveRec } from '../rec/move.ts'
import { debtorOf, type Journey, minimumOf, type Rec } from '../rec/rec.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { isActive, requestsOfRec } from '../solicrec/store.ts'

interface Authorisation {
  /** null: the push that waits for an answer, else by the recurrence's own code. */
  journey: Journey | null
  /** Absent: whom the push went to, else the debtor. */
  payer?: Payer | undefined
  /** Reais: the most that one charge may take. */
  maximo?: string | undefined
}

/** A debtor whose name says so refuses instead. */
export function authoriseRec(bank: Bank, rec: Rec, { journey, payer, maximo }: Authorisation): Rec {
  if (rec.status !== 'CRIADA') throw notPending(rec)
  const fate = debtorFateOf(rec.document.vinculo.devedor.nome)
  if (fate.authorisation === 'refuses') return rejectByPayer(bank, rec)
  const pushed = requestsOfRec(bank, rec.idRec).find(isActive)
  const cap = capOf(rec, maximo) ?? fate.cap
  return moveRec(bank, rec, 'APROVADA', {
    journey: journey ?? (pushed === undefined ? 'JORNADA_2' : 'JORNADA_1'),
    payer: payer ?? debtorOf(rec, journey === null ? pushed?.payerDocument : undefined),
    cap: cap === null ? null : String(cap),
  })
}

export function refuseRec(bank: Bank, rec: Rec): Rec {
  if (rec.status !== 'CRIADA') throw notPending(rec)
  return rejectByPayer(bank, rec)
}

export function cancelByPayer(bank: Bank, rec: Rec): Rec {
  if (rec.status === 'APROVADA') return cancelRec(bank, rec, 'USUARIO_PAGADOR')
  const detail = `The recurrence is ${rec.status}: only an authorised one is cancelled`
  throw new ControlRefused('not-authorised', 409, detail)
}

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
