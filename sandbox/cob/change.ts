// Creating and revising charges. A txid is used once and for ever: repeating a PUT is refused and never a replay.

import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import type { House } from '../house.ts'
import { mintLocationToken } from '../ids.ts'
import { isTxidUsed } from '../pix/txid.ts'
import { problem, type Violacao } from '../refused.ts'
import { type Cob, documentOf, revised, violationsOf } from './cob.ts'
import { refuseCob } from './refuse.ts'
import { type Asked, AskedForm, type Revision, RevisionForm } from './schema.ts'
import { findCob, insertCob, locationExists, reviseCob } from './store.ts'

export function createCob(house: House, txid: string, sent: Asked): Cob {
  const asked = known(AskedForm, sent)
  const document = documentOf(asked)
  const violations = [...locViolations(house, asked.loc?.id), ...violationsOf(document)]
  if (violations.length > 0) throw refuseCob(violations)
  return house.database.transaction(() => {
    if (isTxidUsed(house, txid)) throw taken(txid)
    insertCob(house, txid, `${house.host()}/qr/v2/${mintLocationToken(house.random)}`, document)
    return existing(house, txid)
  })
}

export function reviseExisting(house: House, txid: string, sent: Revision): Cob {
  const revision = known(RevisionForm, sent)
  return house.database.transaction(() => {
    const cob = existing(house, txid)
    if (cob.status !== 'ATIVA') throw notActive(cob)
    const document = revised(cob.document, revision)
    const own = revision.loc?.id === cob.location.id ? undefined : revision.loc?.id
    const violations = [...removalViolations(revision), ...locViolations(house, own), ...violationsOf(document)]
    if (violations.length > 0) throw refuseCob(violations)
    const status = revision.status ?? cob.status
    // What says what stands already is no revision, and neither is naming the location that the charge has.
    if (status === cob.status && isDeepStrictEqual(document, cob.document)) return cob
    reviseCob(house, { ...cob, revisao: cob.revisao + 1, status, document })
    return existing(house, txid)
  })
}

export function existing(house: House, txid: string): Cob {
  const cob = findCob(house, txid)
  if (cob === undefined) throw problem('CobNaoEncontrado')
  return cob
}

/** Fields that the form does not have are ignored, and not kept. */
function known<T>(form: TSchema, sent: T): T {
  return Value.Clean(form, structuredClone(sent)) as T
}

function removalViolations({ status, ...others }: Revision): Violacao[] {
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
  problem('CobTxidDuplicado', {
    violacoes: [{ razao: 'O txid já foi usado em outra cobrança.', propriedade: 'cob.txid', valor: txid }],
  })

const notActive = ({ status }: Cob) =>
  problem('CobNaoAtiva', {
    violacoes: [
      { razao: 'A cobrança não está ATIVA e não pode ser alterada.', propriedade: 'cob.status', valor: status },
    ],
  })
