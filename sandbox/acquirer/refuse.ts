// How the acquirer refuses: `{code, error, error_description}`, the description a text or the property and what is wrong with it. What the
// whole bank refuses, a token or a request in its trouble, is put into this form too.
import { Problem, type ProblemKind, Refused, type Violacao } from '../refused.ts'

type Description = string | { property: string; message: string }

export const refused = (code: number, error: string, description: Description, status = 400): Refused =>
  new Refused(status, { code, error, error_description: description }, {}, false)

export const refuseRequest = ([violacao]: Violacao[]): Refused => {
  const { propriedade = 'body', razao = '' } = violacao ?? {}
  return refused(3_500_034, 'validation_error', { property: `/${propriedade.replaceAll('.', '/')}`, message: razao })
}

export const notThere = (property: string): Refused =>
  refused(3_500_010, 'property_does_not_exist', {
    property,
    message: `A propriedade [${property}] informada não existe.`,
  })

export const hasMethod = (): Refused =>
  refused(3_500_030, 'charge_has_payment', 'Esta transação já possui uma forma de pagamento definida.')

export const notPayable = (status: string): Refused =>
  refused(3_500_044, 'charge_status', `A transação não pode ser paga pois possui o status [${status}].`)

export const notCancellable = (): Refused =>
  refused(
    3_500_043,
    'charge_status',
    'Apenas transações com status [new],[link],[waiting] ou [unpaid] podem ser canceladas.',
  )

export const notSettleable = (): Refused =>
  refused(3_500_038, 'charge_status', 'Apenas transações com status [waiting] ou [unpaid] podem ser atualizadas.')

export const dueInPast = (): Refused =>
  refused(4_600_007, 'expire_at', 'A data do vencimento do boleto deve ser maior ou igual que a data atual.')

export const dueTooFar = (): Refused => refused(4_600_414, 'expire_at', 'vencimento máximo atingido')

export const belowMinimum = (total: string): Refused =>
  refused(4_600_036, 'value', `valor da emissão ${total} é inferior ao limite mínimo para esta transação (5,00)`)

export const aboveMaximum = (): Refused =>
  refused(3_500_006, 'total', 'O total fornecido é superior ao limite máximo por transação.')

export const identical = (): Refused =>
  refused(4_600_210, 'identical_charges', 'Não é possível emitir três cobranças idênticas.')

export const invalidProperty = (property: string): Refused =>
  refused(3_500_037, 'invalid_property', { property, message: `A propriedade [${property}] informada é inválida.` })

const CODES: Partial<Record<ProblemKind, readonly [code: number, error: string]>> = {
  ErroInternoDoServidor: [3_500_000, 'internal_server_error'],
  ServicoIndisponivel: [3_500_000, 'service_unavailable'],
  TokenRecusado: [401, 'unauthorized'],
  EscopoInsuficiente: [3_500_001, 'forbidden'],
}

/** Refusals of the bank's own, in this form. */
export function inOwnForm(refusal: Refused): Refused {
  if (!(refusal instanceof Problem)) return refusal
  const [code, error] = CODES[refusal.kind] ?? [3_500_034, 'validation_error']
  return new Refused(refusal.status, { code, error, error_description: refusal.detail }, refusal.headers, false)
}
