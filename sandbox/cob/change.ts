// Creating and revising charges. A txid is used once and for ever: repeating a PUT is refused and never a replay.
import { isDeepStrictEqual } from 'node:util'
import { notActive, removalViolations, usedTxid } from '../charge/charge.ts'
import { locViolations } from '../charge/store.ts'
import { knownFields } from '../http/forms.ts'
import { mintLocationToken } from '../ids.ts'
import { isTxidUsed } from '../pix/txid.ts'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'
import { type Cob, documentOf, revised, violationsOf } from './cob.ts'
import { refuseCob } from './refuse.ts'
import { type Asked, AskedForm, type Revision, RevisionForm } from './schema.ts'
import { COBS } from './store.ts'

export function createCob(bank: Bank, txid: string, sent: Asked): Cob {
  const asked = knownFields<Asked>(AskedForm, sent)
  const document = documentOf(asked)
  const violations = [...locViolations(bank, asked.loc?.id), ...violationsOf(document)]
  if (violations.length > 0) throw refuseCob(violations)
  return bank.database.transaction(() => {
    if (isTxidUsed(bank, txid)) throw problem('CobTxidDuplicado', { violacoes: [usedTxid('cob', txid)] })
    COBS.insert(bank, txid, `${bank.host()}/qr/v2/${mintLocationToken(bank.random)}`, document)
    return existing(bank, txid)
  })
}

export function reviseExisting(bank: Bank, txid: string, sent: Revision): Cob {
  const revision = knownFields<Revision>(RevisionForm, sent)
  return bank.database.transaction(() => {
    const cob = existing(bank, txid)
    if (cob.status !== 'ATIVA') throw problem('CobNaoAtiva', { violacoes: [notActive('cob', cob.status)] })
    const document = revised(cob.document, revision)
    const own = revision.loc?.id === cob.location.id ? undefined : revision.loc?.id
    const violations = [...removalViolations(revision), ...locViolations(bank, own), ...violationsOf(document)]
    if (violations.length > 0) throw refuseCob(violations)
    const status = revision.status ?? cob.status
    // What says what stands already is no revision, and neither is naming the location that the charge has.
    if (status === cob.status && isDeepStrictEqual(document, cob.document)) return cob
    COBS.revise(bank, { ...cob, revisao: cob.revisao + 1, status, document })
    return existing(bank, txid)
  })
}

export function existing(bank: Bank, txid: string): Cob {
  const cob = COBS.find(bank, txid)
  if (cob === undefined) throw problem('CobNaoEncontrado')
  return cob
}
