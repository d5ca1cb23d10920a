// Creating and revising charges with a due day. A txid is used once and for ever: repeating a PUT is refused and never a replay.
import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import { dayAt } from '../calendar.ts'
import { locationExists } from '../cob/store.ts'
import type { House } from '../house.ts'
import { mintLocationToken } from '../ids.ts'
import { isTxidUsed } from '../pix/txid.ts'
import { problem, type Violacao } from '../refused.ts'
import { type Cobv, documentOf, revised, violationsOf } from './cobv.ts'
import { refuseCobv } from './refuse.ts'
import { CobvForm, type CobvRequest, type CobvRevision, CobvRevisionForm } from './schema.ts'
import { findCobv, insertCobv, reviseCobv } from './store.ts'

export function createCobv(house: House, txid: string, sent: CobvRequest): Cobv {
  const request = known<CobvRequest>(CobvForm, sent)
  const document = documentOf(request)
  const today = dayAt(house.clock.now())
  const violations = [...locViolations(house, request.loc?.id), ...violationsOf(document, today)]
  if (violations.length > 0) throw refuseCobv(violations)
  return house.database.transaction(() => {
    if (isTxidUsed(house, txid)) throw taken(txid)
    insertCobv(house, txid, `${house.host()}/qr/v2/cobv/${mintLocationToken(house.random)}`, document)
    return existingCobv(house, txid)
  })
}

export function reviseExisting(house: House, txid: string, sent: CobvRevision): Cobv {
  const revision = known<CobvRevision>(CobvRevisionForm, sent)
  return house.database.transaction(() => {
    const cobv = existingCobv(house, txid)
    if (cobv.status !== 'ATIVA') throw notActive(cobv)
    const document = revised(cobv.document, revision)
    const own = revision.loc?.id === cobv.location.id ? undefined : revision.loc?.id
    const violations = [
      ...removalViolations(revision),
      ...locViolations(house, own),
      ...violationsOf(document, dayAt(cobv.createdAt)),
    ]
    if (violations.length > 0) throw refuseCobv(violations)
    const status = revision.status ?? cobv.status
    if (status === cobv.status && isDeepStrictEqual(document, cobv.document)) return cobv
    reviseCobv(house, { ...cobv, revisao: cobv.revisao + 1, status, document })
    return existingCobv(house, txid)
  })
}

export function existingCobv(house: House, txid: string): Cobv {
  const cobv = findCobv(house, txid)
  if (cobv === undefined) throw problem('CobVNaoEncontrada')
  return cobv
}

/** Fields that the form does not have are ignored, and not kept. */
function known<T>(form: TSchema, sent: T): T {
  return Value.Clean(form, structuredClone(sent)) as T
}

function removalViolations({ status, ...others }: CobvRevision): Violacao[] {
  if (status === undefined || Object.keys(others).length === 0) return []
  return [{ razao: 'Uma remoção não admite outras alterações.', propriedade: 'status', valor: status }]
}

/** Locations are made with their charge here, so that one that exists is in use. */
function locViolations(house: House, id: number | undefined): Violacao[] {
  if (id === undefined) return []
  const razao = locationExists(house, id) ? 'O location já é de outra cobrança.' : 'O location não existe.'
  return [{ razao, propriedade: 'loc.id', valor: String(id) }]
}

const taken = (txid: string) =>
  problem('CobVTxidDuplicado', {
    violacoes: [{ razao: 'O txid já foi usado em outra cobrança.', propriedade: 'cobv.txid', valor: txid }],
  })

const notActive = ({ status }: Cobv) =>
  problem('CobVNaoAtiva', {
    violacoes: [
      { razao: 'A cobrança não está ATIVA e não pode ser alterada.', propriedade: 'cobv.status', valor: status },
    ],
  })
