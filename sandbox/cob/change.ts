// Creating and revising charges. A txid is used once and for ever: repeating a PUT is refused and never a replay.

import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import type { House } from '../house.ts'
import { mintLocationToken } from '../ids.ts'
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
    if (findCob(house, txid) !== undefined) throw refuseCob([taken(txid)])
    insertCob(house, txid, `${house.host()}/qr/v2/${mintLocationToken(house.random)}`, document)
    return existing(house, txid)
  })
}

export function reviseExisting(house: House, txid: string, sent: Revision): Cob {
  const revision = known(RevisionForm, sent)
  return house.database.transaction(() => {
    const cob = existing(house, txid)
    const document = revised(cob.document, revision)
    const own = revision.loc?.id === cob.location.id ? undefined : revision.loc?.id
    const violations = [...stateViolations(cob, revision), ...locViolations(house, own), ...violationsOf(document)]
    if (violations.length > 0) throw refuseCob(violations)
    if (!changesAnything(revision)) return cob
    reviseCob(house, { ...cob, revisao: cob.revisao + 1, status: revision.status ?? cob.status, document })
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

/** A location is no part of the charge: naming the one that it has already is no revision. */
function changesAnything({ loc: _loc, ...rest }: Revision): boolean {
  return Object.keys(rest).length > 0
}

function stateViolations(cob: Cob, { status, ...others }: Revision): Violacao[] {
  if (cob.status !== 'ATIVA')
    return [{ razao: 'A cobrança não está ATIVA e não pode ser alterada.', propriedade: 'status', valor: cob.status }]
  if (status === undefined || Object.keys(others).length === 0) return []
  return [{ razao: 'Uma remoção não admite outras alterações.', propriedade: 'status', valor: status }]
}

/** Locations are made with their charge here, so that one that exists is in use. */
function locViolations(house: House, id: number | undefined): Violacao[] {
  if (id === undefined) return []
  const razao = locationExists(house, id) ? 'O location já é de outra cobrança.' : 'O location não existe.'
  return [{ razao, propriedade: 'loc.id', valor: String(id) }]
}

const taken = (txid: string): Violacao => ({
  razao: 'O txid já foi usado em outra cobrança.',
  propriedade: 'txid',
  valor: txid,
})
