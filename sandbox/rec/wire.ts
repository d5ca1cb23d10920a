// The recurrence in the forms of the Central Bank's RecGerada, RecCompleta and RecNotification.
import { buildDynamicCode, buildRecurrenceCode } from '#kernel/pix/br-code.ts'
import { BUYERS_BANK_ISPB, BUYERS_TOWN, CUSTOMER } from '../customer.ts'
import { findLocationRec } from '../locrec/store.ts'
import { locationRecWire } from '../locrec/wire.ts'
import type { Bank } from '../resources.ts'
import { requestsOfRec } from '../solicrec/store.ts'
import { solicRecWire } from '../solicrec/wire.ts'
import { historyOf } from './payload.ts'
import type { Journey, Rec } from './rec.ts'

export type RecWire = ReturnType<typeof recWire>

export function recWire(bank: Bank, rec: Rec) {
  const { vinculo, calendario, valor, politicaRetentativa, recebedor } = rec.document
  const location = rec.locationId === null ? undefined : findLocationRec(bank, rec.locationId)
  const requests = requestsOfRec(bank, rec.idRec)
  return {
    idRec: rec.idRec,
    status: rec.status,
    vinculo,
    calendario,
    ...(valor !== undefined && { valor }),
    politicaRetentativa,
    recebedor: { cnpj: CUSTOMER.cnpj, nome: CUSTOMER.name, ...recebedor },
    ...payerOf(rec),
    ...(location !== undefined && { loc: locationRecWire(location) }),
    ativacao: activationOf(rec),
    ...endingOf(rec),
    atualizacao: historyOf(rec),
    ...(requests.length > 0 && { solicitacao: requests.map(request => solicRecWire(request, rec)) }),
  }
}

/** What a callback says: neither who pays nor how much. */
export function recNotification(rec: Rec) {
  return {
    idRec: rec.idRec,
    status: rec.status,
    atualizacao: historyOf(rec),
    ...endingOf(rec),
    ativacao: activationOf(rec),
  }
}

/** As it was before its last change. */
export function staleRec(rec: Rec): Rec {
  const history = rec.progress.history.slice(0, -1)
  const status = history.at(-1)?.status ?? rec.status
  return { ...rec, status, progress: { ...rec.progress, history, journey: null, ending: null } }
}

/** The code of a recurrence: of journey 2 by itself, of 3 and 4 with the charge at `url`. null where it has no address. */
export function recCode(bank: Bank, rec: Rec, url?: string): string | null {
  const location = rec.locationId === null ? undefined : findLocationRec(bank, rec.locationId)
  if (location === undefined) return null
  const code = { recurrenceUrl: location.address, merchantName: CUSTOMER.name, merchantCity: CUSTOMER.city }
  return url === undefined ? buildRecurrenceCode(code) : buildDynamicCode({ ...code, url })
}

function payerOf({ progress: { payer } }: Rec) {
  if (payer === null) return {}
  const document = payer.document.length === 11 ? { cpf: payer.document } : { cnpj: payer.document }
  return { pagador: { ispbParticipante: BUYERS_BANK_ISPB, codMun: BUYERS_TOWN, ...document } }
}

/** Authorised in another way than by its charge, it names the charge no more. */
function activationOf({ progress: { journey, txid } }: Rec) {
  const tipoJornada: Journey | 'AGUARDANDO_DEFINICAO' = journey ?? 'AGUARDANDO_DEFINICAO'
  const namesCharge = txid !== null && (journey === null || journey === 'JORNADA_3')
  return { tipoJornada, ...(namesCharge && { dadosJornada: { txid } }) }
}

const endingOf = ({ progress: { ending } }: Rec) => (ending === null ? {} : { encerramento: ending })
