// Every refusal of the bank, in the dialect of the door it is told at: RFC 7807 as the Central Bank prescribes it, the
// `{nome, mensagem}` of the pay-out, or the sandbox's own control. Thrown by whoever refuses, dressed once in http/server.ts.

export interface Violacao {
  razao: string
  propriedade: string
  valor?: string
}

export class Refused extends Error {
  readonly status: number
  readonly contentType: string
  readonly body: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(status: number, body: Record<string, unknown>, headers: Record<string, string> = {}, isProblem = true) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.headers = headers
    this.contentType = isProblem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8'
  }
}

const PROBLEMS = {
  RequisicaoInvalida: [400, 'Requisição inválida', 'A requisição não pôde ser interpretada.'],
  AcessoNegado: [403, 'Acesso negado', 'A credencial apresentada não autoriza esta operação.'],
  NaoEncontrado: [404, 'Não encontrado', 'Não existe nada neste endereço.'],
  ErroInternoDoServidor: [500, 'Erro interno', 'O banco falhou ao processar a requisição.'],
  ServicoIndisponivel: [503, 'Serviço indisponível', 'O banco não pode atender agora. Tente mais tarde.'],
  CobNaoEncontrado: [404, 'Cobrança não encontrada', 'Nenhuma cobrança tem o txid informado.'],
  CobOperacaoInvalida: [400, 'Cobrança inválida', 'A cobrança não pode ser criada ou alterada desta forma.'],
  CobConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de cobranças não são válidos.'],
  PixNaoEncontrado: [404, 'Pix não encontrado', 'Nenhum Pix recebido tem o e2eid informado.'],
  PixConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de Pix não são válidos.'],
  PixDevolucaoNaoEncontrada: [404, 'Devolução não encontrada', 'O Pix informado não tem devolução com este id.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida', 'A devolução não pode ser solicitada desta forma.'],
  WebhookNaoEncontrado: [404, 'Webhook não encontrado', 'Não há webhook cadastrado para a chave informada.'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido', 'O webhook não pode ser cadastrado desta forma.'],
  WebhookConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de webhooks não são válidos.'],
  PixEnviadoNaoEncontrado: [404, 'Não encontrado', 'Nenhum Pix enviado tem o identificador informado.'],
  PixEnviadoConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de Pix enviados não são válidos.'],
} as const satisfies Record<string, readonly [status: number, title: string, detail: string]>

export type ProblemKind = keyof typeof PROBLEMS

const TYPE = 'https://pix.bcb.gov.br/api/v2/error'

interface ProblemMore {
  detail?: string
  status?: number
  violacoes?: Violacao[]
  headers?: Record<string, string>
}

export function problem(kind: ProblemKind, more: ProblemMore = {}): Refused {
  const [usualStatus, title, usualDetail] = PROBLEMS[kind]
  const { status = usualStatus, detail = usualDetail, violacoes = [], headers } = more
  const body = { type: `${TYPE}/${kind}`, title, status, detail, ...(violacoes.length > 0 && { violacoes }) }
  return new Refused(status, body, headers)
}

/** The form in which the pay-out refuses. */
export function payoutRefused(status: number, nome: string, mensagem: string): Refused {
  return new Refused(status, { nome, mensagem }, {}, false)
}

/** A refusal of the buyer's side or of the sandbox's control, with a code for programs and a sentence for people. */
export class ControlRefused extends Refused {
  readonly code: string

  constructor(code: string, status: number, detail: string, more: Record<string, unknown> = {}) {
    super(status, { type: `urn:porteira:sandbox:${code}`, title: code.replaceAll('-', ' '), status, detail, ...more })
    this.code = code
  }
}
