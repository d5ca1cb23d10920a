// The recurring charge in the forms of the Central Bank's CobRGerada, CobRCompleta and CobRNotification.
import { dayAt } from '../calendar.ts'
import { CUSTOMER } from '../customer.ts'
import { pixOfTxid } from '../pix/store.ts'
import { pixWire } from '../pix/wire.ts'
import { findRec } from '../rec/store.ts'
import type { Bank } from '../resources.ts'
import type { Cobr, Try } from './cobr.ts'
import { triesOf } from './store.ts'

export type CobrWire = ReturnType<typeof cobrWire>

export function cobrWire(bank: Bank, cobr: Cobr) {
  const { idRec, infoAdicional, calendario, valor, ajusteDiaUtil, devedor, recebedor } = cobr.document
  const rec = findRec(bank, cobr.idRec)
  return {
    idRec,
    txid: cobr.txid,
    ...(infoAdicional !== undefined && { infoAdicional }),
    calendario: { criacao: dayAt(cobr.createdAt), ...calendario },
    valor,
    status: cobr.status,
    politicaRetentativa: rec?.document.politicaRetentativa,
    ajusteDiaUtil,
    ...(devedor !== undefined && { devedor }),
    recebedor: { cnpj: CUSTOMER.cnpj, nome: CUSTOMER.name, ...recebedor },
    ...(cobr.progress.ending !== null && { encerramento: cobr.progress.ending }),
    ...progressOf(bank, cobr),
  }
}

/** What a callback says. It has no reason for an end. */
export function cobrNotification(bank: Bank, cobr: Cobr) {
  const { idRec, txid, status } = cobr
  return { idRec, txid, status, ...progressOf(bank, cobr) }
}

/** A callback that says how things stood before the instant. */
export function staleCobrNotification(bank: Bank, cobr: Cobr, before: number) {
  const history = earlier(cobr.progress.history, before)
  const status = history.at(-1)?.status ?? cobr.status
  const tries = triesOf(bank, cobr.txid)
    .map(one => ({ ...one, history: earlier(one.history, before) }))
    .filter(one => one.history.length > 0)
    .map(one => ({ ...one, status: one.history.at(-1)?.status ?? one.status, rejection: null }))
  const { idRec, txid } = cobr
  return { idRec, txid, status, atualizacao: history.map(updateOf), ...triesWire(tries) }
}

const earlier = <T extends { at: number }>(history: readonly T[], before: number): T[] =>
  history.filter(({ at }, n) => n === 0 || at < before)

function progressOf(bank: Bank, cobr: Cobr) {
  const pix = pixOfTxid(bank, cobr.txid).map(one => pixWire(bank, one))
  return {
    atualizacao: cobr.progress.history.map(updateOf),
    ...triesWire(triesOf(bank, cobr.txid)),
    ...(pix.length > 0 && { pix }),
  }
}

const triesWire = (tries: readonly Try[]) => (tries.length === 0 ? {} : { tentativas: tries.map(tryWire) })

function tryWire({ settlesOn, kind, endToEndId, status, rejection, history }: Try) {
  return {
    dataLiquidacao: settlesOn,
    tipo: kind,
    endToEndId,
    status,
    ...(rejection !== null && { rejeicao: rejection }),
    atualizacao: history.map(updateOf),
  }
}

const updateOf = <S extends string>({ status, at }: { status: S; at: number }) => ({
  status,
  data: new Date(at).toISOString(),
})
