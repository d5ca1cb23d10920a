// What a Pix code asks of the buyer who reads it: whom one pays, how much, and why it may not be payable now; which recurrence one would
// authorise.
import type { Centavos } from '#kernel/money.ts'
import { parseBrCode } from '#kernel/pix/br-code.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { ChargeStatus } from '../charge/charge.ts'
import { amountIsFree, amountOf, type Cob } from '../cob/cob.ts'
import { COBS } from '../cob/store.ts'
import { amountOf as amountOfCobv, type Cobv, payableUntil } from '../cobv/cobv.ts'
import { COBVS } from '../cobv/store.ts'
import { CUSTOMER } from '../customer.ts'
import { findLocationAt } from '../locrec/store.ts'
import type { Journey, Rec } from '../rec/rec.ts'
import { findRec } from '../rec/store.ts'
import { ControlRefused } from '../refused.ts'
import type { Bank } from '../resources.ts'

/** The charge behind a dynamic code, immediate or with a due day. */
export interface OfferedCharge {
  txid: string
  status: ChargeStatus
  /** The first instant at which it can be paid no more. */
  until: number
  debtor: string | null
  details: { nome: string; valor: string }[]
  /** To be called with the payment. */
  conclude(): void
}

export interface Offer {
  /** null: a static code, or one that offers a recurrence alone. */
  charge: OfferedCharge | null
  /** What the code would have the payer authorise, and how. */
  recurrence: { rec: Rec; journey: Journey } | null
  txid: string | null
  /** What the code or the charge shows the buyer. */
  info: string | null
  /** null: the buyer says how much. */
  amount: Centavos | null
  /** Whether the buyer may pay another amount than the one shown. */
  amountIsFree: boolean
}

/** Throws where the text is no code, or not one that this bank knows. */
export function readOffer(bank: Bank, text: string): Offer {
  const code = parseBrCode(text.trim())
  if (code === null) throw new ControlRefused('unreadable-code', 400, 'pixCopiaECola: not a readable Pix code')
  const rec = code.recurrenceUrl === undefined ? null : recAt(bank, code.recurrenceUrl)
  if (code.kind === 'recurrence') return recurrenceAlone(rec)
  if (code.url !== undefined) return chargeAt(bank, code.url, rec)
  if (code.key !== CUSTOMER.pixKey) throw unknown('its key belongs to nobody at this bank')
  const { amount = null, txid = null, info = null } = code
  const recurrence = rec && { rec, journey: 'JORNADA_4' as const }
  return { charge: null, recurrence, txid, info, amount, amountIsFree: amount === null }
}

function recurrenceAlone(rec: Rec | null): Offer {
  const recurrence = rec && { rec, journey: 'JORNADA_2' as const }
  return { charge: null, recurrence, txid: null, info: null, amount: null, amountIsFree: false }
}

function chargeAt(bank: Bank, address: string, rec: Rec | null): Offer {
  const cob = COBS.findAt(bank, address)
  if (cob !== undefined) return offerOfCob(bank, cob, rec)
  const cobv = COBVS.findAt(bank, address)
  if (cobv !== undefined) return offerOfCobv(bank, cobv, rec)
  throw unknown('no charge lies at its location')
}

function offerOfCob(bank: Bank, cob: Cob, rec: Rec | null): Offer {
  const { solicitacaoPagador = null, expiracao, devedor, infoAdicionais = [] } = cob.document
  const charge: OfferedCharge = {
    txid: cob.txid,
    status: cob.status,
    until: cob.createdAt + expiracao * SECOND_MS,
    debtor: devedor?.nome ?? null,
    details: infoAdicionais,
    conclude: () => COBS.conclude(bank, cob.txid),
  }
  const recurrence = rec && { rec, journey: 'JORNADA_3' as const }
  const isFree = amountIsFree(cob)
  return { charge, recurrence, txid: cob.txid, info: solicitacaoPagador, amount: amountOf(cob), amountIsFree: isFree }
}

function offerOfCobv(bank: Bank, cobv: Cobv, rec: Rec | null): Offer {
  const { solicitacaoPagador = null, devedor, infoAdicionais = [] } = cobv.document
  const charge: OfferedCharge = {
    txid: cobv.txid,
    status: cobv.status,
    until: payableUntil(cobv),
    debtor: devedor.nome,
    details: infoAdicionais,
    conclude: () => COBVS.conclude(bank, cobv.txid),
  }
  const recurrence = rec && { rec, journey: 'JORNADA_4' as const }
  return {
    charge,
    recurrence,
    txid: cobv.txid,
    info: solicitacaoPagador,
    amount: amountOfCobv(cobv),
    amountIsFree: false,
  }
}

function recAt(bank: Bank, address: string): Rec {
  const idRec = findLocationAt(bank, address)?.idRec ?? null
  const rec = idRec === null ? undefined : findRec(bank, idRec)
  if (rec === undefined) throw unknown('no recurrence lies at its location')
  return rec
}

/**
 * What the callbacks that come of reading the code will be about: the txid of its payment, else the recurrence; null where it would have
 * neither, or where nobody can pay it.
 */
export function subjectOf(bank: Bank, text: string): string | null {
  try {
    const { txid, recurrence } = readOffer(bank, text)
    return txid ?? recurrence?.rec.idRec ?? null
  } catch (error) {
    if (error instanceof ControlRefused) return null
    throw error
  }
}

/** Why a charge cannot be paid now; null when it can. */
export function obstacleOf(bank: Bank, charge: OfferedCharge): 'already-paid' | 'removed' | 'expired' | null {
  if (charge.status === 'CONCLUIDA') return 'already-paid'
  if (charge.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR') return 'removed'
  return bank.clock.now() >= charge.until ? 'expired' : null
}

const unknown = (why: string) => new ControlRefused('unknown-code', 404, `pixCopiaECola: unknown code, ${why}`)
