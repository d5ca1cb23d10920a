// The immediate charge: what it is, when it can no longer be paid, and which wishes of its creator are refused. Pure.

import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { parseDocument } from '#kernel/pix/document.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { CUSTOMER } from '../customer.ts'
import type { Violacao } from '../refused.ts'
import type { Asked, Devedor, Revision } from './schema.ts'

export type CobStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'

/** What the creator said, and may change while the charge is ATIVA. */
export interface CobDocument {
  expiracao: number
  devedor?: Devedor
  valor: { original: string; modalidadeAlteracao?: number }
  chave: string
  solicitacaoPagador?: string
  infoAdicionais?: { nome: string; valor: string }[]
}

export interface Cob {
  txid: string
  status: CobStatus
  revisao: number
  createdAt: number
  location: { id: number; address: string; createdAt: number }
  document: CobDocument
}

const DEFAULT_EXPIRATION_S = 86_400

export const TXID = /^[a-zA-Z0-9]{26,35}$/

/** Expired is no status: the charge stays ATIVA and cannot be paid any more. */
export function hasExpired({ createdAt, document }: Cob, now: number): boolean {
  return now >= createdAt + document.expiracao * SECOND_MS
}

export function amountOf({ document }: Cob): Centavos {
  return parseReais(document.valor.original) ?? ZERO
}

export function amountIsFree({ document }: Cob): boolean {
  return document.valor.modalidadeAlteracao === 1
}

export function documentOf(asked: Asked): CobDocument {
  const { calendario, loc: _ignored, ...rest } = asked
  return { ...rest, expiracao: calendario.expiracao ?? DEFAULT_EXPIRATION_S }
}

export function revised(document: CobDocument, revision: Revision): CobDocument {
  const { calendario, valor, loc: _loc, status: _status, ...rest } = revision
  return {
    ...document,
    ...rest,
    valor: { ...document.valor, ...valor },
    expiracao: calendario?.expiracao ?? document.expiracao,
  }
}

/** What a schema cannot say. */
export function violationsOf(document: CobDocument): Violacao[] {
  return [...valorViolations(document), ...chaveViolations(document.chave), ...devedorViolations(document.devedor)]
}

function valorViolations({ valor: { original, modalidadeAlteracao } }: CobDocument): Violacao[] {
  if (parseReais(original) !== ZERO || modalidadeAlteracao === 1) return []
  return [{ razao: 'O valor precisa ser maior que zero.', propriedade: 'valor.original', valor: original }]
}

function chaveViolations(chave: string): Violacao[] {
  if (chave === CUSTOMER.pixKey) return []
  return [{ razao: 'A chave não pertence a este usuário recebedor.', propriedade: 'chave', valor: chave }]
}

function devedorViolations(devedor: Devedor | undefined): Violacao[] {
  if (devedor === undefined) return []
  const { cpf, cnpj } = devedor
  if ((cpf === undefined) === (cnpj === undefined))
    return [{ razao: 'Informe cpf ou cnpj, exatamente um deles.', propriedade: 'devedor' }]
  const [kind, digits] = cpf === undefined ? (['CNPJ', cnpj ?? ''] as const) : (['CPF', cpf] as const)
  if (parseDocument(digits)?.kind === kind) return []
  const propriedade = `devedor.${kind.toLowerCase()}`
  return [{ razao: 'Os dígitos verificadores não conferem.', propriedade, valor: digits }]
}
