// Creating and revising charges with a due day. A txid is used once and for ever: repeating a PUT is refused and never a replay.
import { isDeepStrictEqual } from 'node:util'
import { dayAt } from '../calendar.ts'
import { notActive, removalViolations, usedTxid } from '../charge/charge.ts'
import { locViolations } from '../charge/store.ts'
import type { House } from '../house.ts'
import { knownFields } from '../http/forms.ts'
import { mintLocationToken } from '../ids.ts'
import { isTxidUsed } from '../pix/txid.ts'
import { problem } from '../refused.ts'
import { type Cobv, documentOf, revised, violationsOf } from './cobv.ts'
import { refuseCobv } from './refuse.ts'
import { CobvForm, type CobvRequest, type CobvRevision, CobvRevisionForm } from './schema.ts'
import { COBVS } from './store.ts'

export function createCobv(house: House, txid: string, sent: CobvRequest): Cobv {
  const request = knownFields<CobvRequest>(CobvForm, sent)
  const document = documentOf(request)
  const today = dayAt(house.clock.now())
  const violations = [...locViolations(house, request.loc?.id), ...violationsOf(document, today)]
  if (violations.length > 0) throw refuseCobv(violations)
  return house.database.transaction(() => {
    if (isTxidUsed(house, txid)) throw problem('CobVTxidDuplicado', { violacoes: [usedTxid('cobv', txid)] })
    COBVS.insert(house, txid, `${house.host()}/qr/v2/cobv/${mintLocationToken(house.random)}`, document)
    return existingCobv(house, txid)
  })
}

export function reviseExisting(house: House, txid: string, sent: CobvRevision): Cobv {
  const revision = knownFields<CobvRevision>(CobvRevisionForm, sent)
  return house.database.transaction(() => {
    const cobv = existingCobv(house, txid)
    if (cobv.status !== 'ATIVA') throw problem('CobVNaoAtiva', { violacoes: [notActive('cobv', cobv.status)] })
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
    COBVS.revise(house, { ...cobv, revisao: cobv.revisao + 1, status, document })
    return existingCobv(house, txid)
  })
}

export function existingCobv(house: House, txid: string): Cobv {
  const cobv = COBVS.find(house, txid)
  if (cobv === undefined) throw problem('CobVNaoEncontrada')
  return cobv
}
