// Creating and revising charges with a due day. A txid is used once and for ever: repeating a PUT is refused and never a replay.
import { isDeepStrictEqual } from 'node:util'
import { dayAt } from '../calendar.ts'
import { notActive, removalViolations, usedTxid } from '../charge/charge.ts'
import { locViolations } from '../charge/store.ts'
import { knownFields } from '../http/forms.ts'
import { mintLocationToken } from '../ids.ts'
import { isTxidUsed } from '../pix/txid.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { type Cobv, documentOf, revised, violationsOf } from './cobv.ts'
import { refuseCobv } from './refuse.ts'
import { CobvForm, type CobvRequest, type CobvRevision, CobvRevisionForm } from './schema.ts'
import { COBVS } from './store.ts'

export function createCobv(bank: Bank, txid: string, sent: CobvRequest): Cobv {
  const request = knownFields<CobvRequest>(CobvForm, sent)
  const document = documentOf(request)
  const today = dayAt(bank.clock.now())
  const violations = [...locViolations(bank, request.loc?.id), ...violationsOf(document, today)]
  if (violations.length > 0) throw refuseCobv(violations)
  return bank.database.transaction(() => {
    if (isTxidUsed(bank, txid)) throw problem('CobVTxidDuplicado', { violacoes: [usedTxid('cobv', txid)] })
    COBVS.insert(bank, txid, `${bank.host()}/qr/v2/cobv/${mintLocationToken(bank.random)}`, document)
    return existingCobv(bank, txid)
  })
}

export function reviseExisting(bank: Bank, txid: string, sent: CobvRevision): Cobv {
  const revision = knownFields<CobvRevision>(CobvRevisionForm, sent)
  return bank.database.transaction(() => {
    const cobv = existingCobv(bank, txid)
    if (cobv.status !== 'ATIVA') throw problem('CobVNaoAtiva', { violacoes: [notActive('cobv', cobv.status)] })
    const document = revised(cobv.document, revision)
    const own = revision.loc?.id === cobv.location.id ? undefined : revision.loc?.id
    const violations = [
      ...removalViolations(revision),
      ...locViolations(bank, own),
      ...violationsOf(document, dayAt(cobv.createdAt)),
    ]
    if (violations.length > 0) throw refuseCobv(violations)
    const status = revision.status ?? cobv.status
    if (status === cobv.status && isDeepStrictEqual(document, cobv.document)) return cobv
    COBVS.revise(bank, { ...cobv, revisao: cobv.revisao + 1, status, document })
    return existingCobv(bank, txid)
  })
}

export function existingCobv(bank: Bank, txid: string): Cobv {
  const cobv = COBVS.find(bank, txid)
  if (cobv === undefined) throw problem('CobVNaoEncontrada')
  return cobv
}
