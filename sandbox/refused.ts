// Every refusal of the bank: RFC 7807 as the Central Bank prescribes it, which the dialect in force may put in other words, the
// `{nome, mensagem}` of the pay-out, OAuth's own form, or the sandbox's control. Dressed once, in http/server.ts.

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

/** `type` where the Central Bank's catalogue has a wider word for it. */
type Known = readonly [status: number, title: string, detail: string, type?: string]

const PROBLEMS = {
  RequisicaoInvalida: [400, 'Requisição inválida', 'A requisição não pôde ser interpretada.'],
  CampoDesconhecido: [400, 'Requisição inválida', 'O corpo tem um campo que ninguém conhece.', 'RequisicaoInvalida'],
  AcessoNegado: [403, 'Acesso negado', 'A credencial apresentada não autoriza esta operação.'],
  TokenRecusado: [401, 'Acesso negado', 'O token é inválido ou expirou.', 'AcessoNegado'],
  EscopoInsuficiente: [403, 'Acesso negado', 'O token não tem o escopo necessário.', 'AcessoNegado'],
  NaoEncontrado: [404, 'Não encontrado', 'Não existe nada neste endereço.'],
  ErroInternoDoServidor: [500, 'Erro interno', 'O banco falhou ao processar a requisição.'],
  ServicoIndisponivel: [503, 'Serviço indisponível', 'O banco não pode atender agora. Tente mais tarde.'],
  CobNaoEncontrado: [404, 'Cobrança não encontrada', 'Nenhuma cobrança tem o txid informado.'],
  CobOperacaoInvalida: [400, 'Cobrança inválida', 'A cobrança não pode ser criada ou alterada desta forma.'],
  CobTxidDuplicado: [400, 'Cobrança inválida', 'O txid já foi usado em outra cobrança.', 'CobOperacaoInvalida'],
  CobNaoAtiva: [400, 'Cobrança inválida', 'A cobrança não está ATIVA.', 'CobOperacaoInvalida'],
  CobConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de cobranças não são válidos.'],
  CobPayloadNaoEncontrado: [404, 'Cobrança não encontrada', 'Nenhuma cobrança está neste endereço.'],
  CobPayloadOperacaoInvalida: [400, 'Cobrança inválida', 'A cobrança deste endereço não pode ser paga desta forma.'],
  LocationNaoEncontrada: [404, 'Location não encontrada', 'Nenhuma location tem o id.', 'PayloadLocationNaoEncontrado'],
  PayloadLocationConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta não são válidos.'],
  PixNaoEncontrado: [404, 'Pix não encontrado', 'Nenhum Pix recebido tem o e2eid informado.'],
  PixConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de Pix não são válidos.'],
  PixDevolucaoNaoEncontrada: [404, 'Devolução não encontrada', 'O Pix informado não tem devolução com este id.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida', 'A devolução não pode ser solicitada desta forma.'],
  PixDevolucaoIdDuplicado: [400, 'Devolução inválida', 'O id já foi usado neste Pix.', 'PixDevolucaoInvalida'],
  WebhookNaoEncontrado: [404, 'Webhook não encontrado', 'Não há webhook cadastrado para a chave informada.'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido', 'O webhook não pode ser cadastrado desta forma.'],
  WebhookNaoProvado: [400, 'Webhook inválido', 'O endereço não passou no teste.', 'WebhookOperacaoInvalida'],
  WebhookConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de webhooks não são válidos.'],
  LocationRecNaoEncontrada: [
    404,
    'Location não encontrada',
    'Nenhuma location de recorrência tem o id informado.',
    'PayloadLocationRecNaoEncontrado',
  ],
  PayloadLocationRecConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta não são válidos.'],
  RecNaoEncontrada: [404, 'Recorrência não encontrada', 'Nenhuma recorrência tem o idRec informado.'],
  RecOperacaoInvalida: [400, 'Recorrência inválida', 'A recorrência não pode ser criada ou alterada desta forma.'],
  RecConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de recorrências não são válidos.'],
  RecPayloadNaoEncontrado: [404, 'Recorrência não encontrada', 'Nenhuma recorrência está neste endereço.'],
  RecPayloadOperacaoInvalida: [400, 'Recorrência encerrada', 'A recorrência deste endereço foi encerrada.'],
  SolicRecNaoEncontrada: [404, 'Solicitação não encontrada', 'Nenhuma solicitação tem o idSolicRec informado.'],
  SolicRecOperacaoInvalida: [400, 'Solicitação inválida', 'A solicitação não pode ser criada ou alterada desta forma.'],
  CobVNaoEncontrada: [404, 'Cobrança não encontrada', 'Nenhuma cobrança com vencimento tem o txid informado.'],
  CobVOperacaoInvalida: [
    400,
    'Cobrança inválida',
    'A cobrança com vencimento não pode ser criada ou alterada desta forma.',
  ],
  CobVTxidDuplicado: [400, 'Cobrança inválida', 'O txid já foi usado em outra cobrança.', 'CobVOperacaoInvalida'],
  CobVNaoAtiva: [400, 'Cobrança inválida', 'A cobrança não está ATIVA.', 'CobVOperacaoInvalida'],
  CobVConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de cobranças não são válidos.'],
  CobRNaoEncontrado: [404, 'Cobrança não encontrada', 'Nenhuma cobrança recorrente tem o txid informado.'],
  CobROperacaoInvalida: [
    400,
    'Cobrança inválida',
    'A cobrança recorrente não pode ser criada ou alterada desta forma.',
  ],
  CobRConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de cobranças não são válidos.'],
  WebhookRecOperacaoInvalida: [400, 'Webhook inválido', 'O webhook não pode ser cadastrado desta forma.'],
  WebhookRecConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta não são válidos.'],
  WebhookCobROperacaoInvalida: [400, 'Webhook inválido', 'O webhook não pode ser cadastrado desta forma.'],
  WebhookCobRConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta não são válidos.'],
  WebhookRecebedorNaoEncontrado: [404, 'Webhook não encontrado', 'Não há webhook cadastrado.', 'NaoEncontrado'],
  PixEnviadoNaoEncontrado: [404, 'Não encontrado', 'Nenhum Pix enviado tem o identificador informado.'],
  PixEnviadoConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de Pix enviados não são válidos.'],
  InfracaoNaoEncontrada: [404, 'Não encontrado', 'Infração não encontrada.'],
  InfracaoOperacaoInvalida: [400, 'Operação inválida', 'A defesa não pode ser apresentada desta forma.'],
  InfracoesConsultaInvalida: [400, 'Consulta inválida', 'Os parâmetros da consulta de infrações não são válidos.'],
} as const satisfies Record<string, Known>

export type ProblemKind = keyof typeof PROBLEMS

const TYPE = 'https://pix.bcb.gov.br/api/v2/error'

interface ProblemMore {
  detail?: string
  status?: number
  violacoes?: Violacao[]
  headers?: Record<string, string>
}

/** What a dialect may put in words of its own. */
export class Problem extends Refused {
  readonly kind: ProblemKind
  readonly detail: string
  readonly violacoes: readonly Violacao[]

  constructor(kind: ProblemKind, more: ProblemMore) {
    const [usualStatus, title, usualDetail, type = kind]: Known = PROBLEMS[kind]
    const { status = usualStatus, detail = usualDetail, violacoes = [], headers } = more
    const body = { type: `${TYPE}/${type}`, title, status, detail, ...(violacoes.length > 0 && { violacoes }) }
    super(status, body, headers)
    this.kind = kind
    this.detail = detail
    this.violacoes = violacoes
  }
}

export const problem = (kind: ProblemKind, more: ProblemMore = {}): Problem => new Problem(kind, more)

/** `{nome, mensagem}`: the form in which the pay-out refuses, and with Efí almost everything. */
export function named(status: number, nome: string, mensagem: string, headers: Record<string, string> = {}): Refused {
  return new Refused(status, { nome, mensagem }, headers, false)
}

/** OAuth2's form, of the token's own route and of a token that is refused. */
export function bearerRefused(
  status: number,
  error: string,
  description: string,
  headers: Record<string, string> = {},
): Refused {
  return new Refused(status, { error, error_description: description }, headers, false)
}

/** A refusal of the buyer's side or of the sandbox's control, with a code for programs and a sentence for people. */
export class ControlRefused extends Refused {
  readonly code: string

  constructor(code: string, status: number, detail: string, more: Record<string, unknown> = {}) {
    super(status, { type: `urn:porteira:sandbox:${code}`, title: code.replaceAll('-', ' '), status, detail, ...more })
    this.code = code
  }
}
