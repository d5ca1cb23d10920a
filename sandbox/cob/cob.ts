// The immediate charge: what it is, when it can no longer be paid, and which wishes of its creator are refused. Pure.
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import type { Charge } from '../charge/charge.ts'
import { CUSTOMER } from '../customer.ts'
import { documentViolations } from '../document.ts'
import type { Violacao } from '../refused.ts'
import type { Asked, Devedor, Revision } from './schema.ts'

/** What the creator said, and may change while the charge is ATIVA. */
export interface CobDocument {
  expiracao: number
  devedor?: Devedor
  valor: { original: string; modalidadeAlteracao?: number }
  chave: string
  solicitacaoPagador?: string
  infoAdicionais?: { nome: string; valor: string }[]
}

export type Cob = Charge<CobDocument>

const DEFAULT_EXPIRATION_S = 86_400

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
  const { chave, devedor } = document
  return [
    ...valorViolations(document),
    ...chaveViolations(chave),
    ...(devedor === undefined ? [] : documentViolations(devedor, 'devedor')),
  ]
}

function valorViolations({ valor: { original, modalidadeAlteracao } }: CobDocument): Violacao[] {
  if (parseReais(original) !== ZERO || modalidadeAlteracao === 1) return []
  return [{ razao: 'O valor precisa ser maior que zero.', propriedade: 'valor.original', valor: original }]
}

function chaveViolations(chave: string): Violacao[] {
  if (chave === CUSTOMER.pixKey) return []
  return [{ razao: 'A chave não pertence a este usuário recebedor.', propriedade: 'chave', valor: chave }]
}
