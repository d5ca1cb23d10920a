// Creating and revising charges. A txid is used once and for ever: repeating a PUT is refused and never a replay.
import { isDeepStrictEqual } from 'node:util'
import { notActive, removalViolations, usedTxid } from '../charge/charge.ts'
import { locViolations } from '../charge/store.ts'
import type { House } from '../house.ts'
import { knownFields } from '../http/forms.ts'
import { mintLocationToken } from '../ids.ts'
import { isTxidUsed } from '../pix/txid.ts'
import { problem } from '../refused.ts'
import { type Cob, documentOf, revised, violationsOf } from './cob.ts'
import { refuseCob } from './refuse.ts'
import { type Asked, AskedForm, type Revision, RevisionForm } from './schema.ts'
import { COBS } from './store.ts'

export function createCob(house: House, txid: string, sent: Asked): Cob {
  const asked = knownFields<Asked>(AskedForm, sent)
  const document = documentOf(asked)
  const violations = [...locViolations(house, asked.loc?.id), ...violationsOf(document)]
  if (violations.length > 0) throw refuseCob(violations)
  return house.database.transaction(() => {
    if (isTxidUsed(house, txid)) throw problem('CobTxidDuplicado', { violacoes: [usedTxid('cob', txid)] })
    COBS.insert(house, txid, `${house.host()}/qr/v2/${mintLocationToken(house.random)}`, document)
    return existing(house, txid)
  })
}

export function reviseExisting(house: House, txid: string, sent: Revision): Cob {
  const revision = knownFields<Revision>(RevisionForm, sent)
  return house.database.transaction(() => {
    const cob = existing(house, txid)
    if (cob.status !== 'ATIVA') throw problem('CobNaoAtiva', { violacoes: [notActive('cob', cob.status)] })
    const document = revised(cob.document, revision)
    const own = revision.loc?.id === cob.location.id ? undefined : revision.loc?.id
    const violations = [...removalViolations(revision), ...locViolations(house, own), ...violationsOf(document)]
    if (violations.length > 0) throw refuseCob(violations)
    const status = revision.status ?? cob.status
    // What says what stands already is no revision, and neither is naming the location that the charge has.
    if (status === cob.status && isDeepStrictEqual(document, cob.document)) return cob
    COBS.revise(house, { ...cob, revisao: cob.revisao + 1, status, document })
    return existing(house, txid)
  })
}

export function existing(house: House, txid: string): Cob {
  const cob = COBS.find(house, txid)
  if (cob === undefined) throw problem('CobNaoEncontrado')
  return cob
}
