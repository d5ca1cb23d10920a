// Creating and revising recurrences.
import { isDeepStrictEqual } from 'node:util'
import { dayAt } from '../calendar.ts'
import { knownFields } from '../http/forms.ts'
import { mintIdRec } from '../ids.ts'
import { findLocationRec } from '../locrec/store.ts'
import { problem, type Violacao } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { cancelRec } from './cancel.ts'
import { moveRec } from './move.ts'
import { documentOf, firstDayViolations, isLive, type Rec, violationsOf } from './rec.ts'
import { refuseRec } from './refuse.ts'
import { RecForm, type RecRequest, type RecRevision, RecRevisionForm } from './schema.ts'
import { findRec, insertRec, overdueRecs, updateRec } from './store.ts'

export function createRec(bank: Bank, sent: RecRequest): Rec {
  const request = knownFields<RecRequest>(RecForm, sent)
  const document = documentOf(request)
  const now = bank.clock.now()
  return bank.database.transaction(() => {
    const violations = [...violationsOf(document, dayAt(now)), ...locViolations(bank, request.loc)]
    if (violations.length > 0) throw refuseRec(violations)
    const rec: Rec = {
      idRec: mintIdRec(document.politicaRetentativa === 'PERMITE_3R_7D', dayAt(now), bank.random),
      locationId: request.loc ?? null,
      createdAt: now,
      status: 'CRIADA',
      document,
      progress: {
        journey: null,
        txid: request.ativacao?.dadosJornada?.txid ?? null,
        payer: null,
        cap: null,
        ending: null,
        history: [{ status: 'CRIADA', at: now }],
      },
    }
    insertRec(bank, rec)
    return rec
  })
}

/** Ends the recurrences whose last day is over first: a bank may do so no earlier than at a lookup. */
export function existingRec(bank: Bank, idRec: string): Rec {
  expireRecs(bank)
  const rec = findRec(bank, idRec)
  if (rec === undefined) throw problem('RecNaoEncontrada')
  return rec
}

export function expireRecs(bank: Bank): void {
  for (const rec of overdueRecs(bank, dayAt(bank.clock.now()))) moveRec(bank, rec, 'EXPIRADA')
}

export function reviseRec(bank: Bank, idRec: string, sent: RecRevision): Rec {
  const revision = knownFields<RecRevision>(RecRevisionForm, sent)
  return bank.database.transaction(() => {
    const rec = existingRec(bank, idRec)
    if (!isLive(rec)) throw ended(rec)
    const violations = revisionViolations(bank, rec, revision)
    if (violations.length > 0) throw refuseRec(violations)
    const next = revised(rec, revision)
    if (!isDeepStrictEqual(next, rec)) updateRec(bank, next)
    return revision.status === undefined ? next : cancelRec(bank, next, 'USUARIO_RECEBEDOR')
  })
}

function revised(rec: Rec, { vinculo, calendario, loc, ativacao }: RecRevision): Rec {
  const { document, progress } = rec
  const devedor = { ...document.vinculo.devedor, ...vinculo?.devedor }
  return {
    ...rec,
    locationId: loc ?? rec.locationId,
    document: {
      ...document,
      vinculo: { ...document.vinculo, devedor },
      calendario: { ...document.calendario, ...calendario },
    },
    progress: { ...progress, txid: ativacao?.dadosJornada?.txid ?? progress.txid },
  }
}

function locViolations(bank: Bank, loc: number | undefined, own: number | null = null): Violacao[] {
  if (loc === undefined || loc === own) return []
  const location = findLocationRec(bank, loc)
  if (location !== undefined && location.idRec === null) return []
  const razao = location === undefined ? 'O location não existe.' : 'O location já é de outra recorrência.'
  return [{ razao, propriedade: 'loc', valor: String(loc) }]
}

function revisionViolations(bank: Bank, rec: Rec, { loc, calendario }: RecRevision): Violacao[] {
  const onlyCreated = (propriedade: string) => ({
    razao: 'O campo só pode ser alterado enquanto a recorrência está CRIADA.',
    propriedade,
    valor: rec.status,
  })
  const first = calendario?.dataInicial
  const isLate = rec.status !== 'CRIADA'
  return [
    ...(isLate && loc !== undefined ? [onlyCreated('loc')] : locViolations(bank, loc, rec.locationId)),
    ...(isLate && first !== undefined ? [onlyCreated('calendario.dataInicial')] : []),
    ...(first === undefined ? [] : firstDayViolations(first, dayAt(rec.createdAt))),
  ]
}

const ended = ({ status }: Rec) =>
  refuseRec([{ razao: 'A recorrência está encerrada.', propriedade: 'status', valor: status }])
