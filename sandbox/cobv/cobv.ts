// The charge with a due day: until when it can be paid, and which wishes of its creator are refused. Pure.
import { businessDayFrom } from '#kernel/calendar/business-days.ts'
import { addDays, type LocalDate } from '#kernel/calendar/local-time.ts'
import { type Centavos, parseReais, ZERO } from '#kernel/money.ts'
import { instantOn } from '../calendar.ts'
import type { Charge } from '../charge/charge.ts'
import { CUSTOMER } from '../customer.ts'
import { documentViolations } from '../document.ts'
import type { Violacao } from '../refused.ts'
import type { CobvRequest, CobvRevision } from './schema.ts'

/** What the creator said, and may change while the charge is ATIVA. */
export type CobvDocument = Omit<CobvRequest, 'loc' | 'calendario'> & {
  calendario: { dataDeVencimento: string; validadeAposVencimento: number }
}

export type Cobv = Charge<CobvDocument>

const DEFAULT_VALIDITY_DAYS = 30

export const amountOf = ({ document }: Cobv): Centavos => parseReais(document.valor.original) ?? ZERO

/** The first instant at which it can be paid no more. A due day, and a last day, on which banks rest move to the next. */
export function payableUntil({ document }: Pick<Cobv, 'document'>): number {
  const { dataDeVencimento, validadeAposVencimento } = document.calendario
  const due = businessDayFrom(dataDeVencimento as LocalDate)
  const last = businessDayFrom(addDays(due, validadeAposVencimento))
  return instantOn(addDays(last, 1), 0)
}

export function documentOf({ loc: _loc, calendario, ...rest }: CobvRequest): CobvDocument {
  return { ...rest, calendario: { validadeAposVencimento: DEFAULT_VALIDITY_DAYS, ...calendario } }
}

export function revised(document: CobvDocument, revision: CobvRevision): CobvDocument {
  const { calendario, valor, loc: _loc, status: _status, ...rest } = revision
  return {
    ...document,
    ...rest,
    valor: { ...document.valor, ...valor },
    calendario: { ...document.calendario, ...calendario },
  }
}

/** What a schema cannot say. */
export function violationsOf({ calendario, devedor, valor, chave }: CobvDocument, createdOn: LocalDate): Violacao[] {
  const violations: Violacao[] = []
  const refuse = (propriedade: string, value: string, razao: string) =>
    violations.push({ razao, propriedade, valor: value })
  const due = calendario.dataDeVencimento
  if (due < createdOn) refuse('calendario.dataDeVencimento', due, 'O vencimento é anterior à criação da cobrança.')
  if (parseReais(valor.original) === ZERO)
    refuse('valor.original', valor.original, 'O valor precisa ser maior que zero.')
  if (chave !== CUSTOMER.pixKey) refuse('chave', chave, 'A chave não pertence a este usuário recebedor.')
  return [...violations, ...documentViolations(devedor, 'devedor')]
}
