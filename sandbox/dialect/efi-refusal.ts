// How Efí refuses: `{nome, mensagem}`, the first complaint only, and 400 also for what is not there. A repeated id is 409.
// Sent Pix and infractions are refused by RFC 7807 there too, and a token by OAuth's own form.
import { bearerRefused, named, Problem, type ProblemKind, type Refused, type Violacao } from '../refused.ts'

type Word = readonly [status: number, nome: string, mensagem: string]

const WORDS: Partial<Record<ProblemKind, Word>> = {
  CobNaoEncontrado: [400, 'cobranca_nao_encontrada', 'Nenhuma cobrança encontrada para o txid informado'],
  CobTxidDuplicado: [409, 'txid_duplicado', 'Campo txid informado já foi utilizado em outra cobrança'],
  CobNaoAtiva: [400, 'status_cobranca_invalido', 'A cobrança não está mais com o status ATIVA'],
  CobVNaoEncontrada: [400, 'cobranca_nao_encontrada', 'Nenhuma cobrança encontrada para o txid informado'],
  CobVTxidDuplicado: [409, 'txid_duplicado', 'Campo txid informado já foi utilizado em outra cobrança'],
  CobVNaoAtiva: [400, 'status_cobranca_invalido', 'A cobrança não está mais com o status ATIVA'],
  PixNaoEncontrado: [400, 'pix_nao_encontrado', 'Nenhum pix encontrado para o identificador informado'],
  PixDevolucaoNaoEncontrada: [
    400,
    'devolucao_nao_encontrada',
    'Nenhuma devolução encontrada para o identificador informado',
  ],
  PixDevolucaoIdDuplicado: [409, 'devolucao_id_duplicado', 'O id informado já foi utilizado em outra devolução'],
  WebhookNaoEncontrado: [400, 'webhook_nao_encontrado', 'Nenhum webhook encontrado para a chave informada'],
  LocationNaoEncontrada: [400, 'location_nao_encontrada', 'Nenhuma location encontrada para o identificador informado'],
  ErroInternoDoServidor: [500, 'erro_aplicacao', 'Ocorreu um erro ao processar a requisição'],
  ServicoIndisponivel: [503, 'erro_aplicacao', 'O serviço não pode atender agora'],
}

/** Answered with the first of their complaints. */
const COMPLAINING: readonly ProblemKind[] = [
  'CampoDesconhecido',
  'CobOperacaoInvalida',
  'CobConsultaInvalida',
  'CobVOperacaoInvalida',
  'CobVConsultaInvalida',
  'PixConsultaInvalida',
  'PixDevolucaoInvalida',
  'WebhookOperacaoInvalida',
  'WebhookConsultaInvalida',
]

export function efiRefusal(refused: Refused): Refused {
  if (!(refused instanceof Problem)) return refused
  const { kind, headers, violacoes, detail } = refused
  const word = WORDS[kind]
  if (word !== undefined) return named(...word, headers)
  if (kind === 'TokenRecusado') return bearerRefused(401, 'invalid_token', detail, headers)
  if (kind === 'EscopoInsuficiente') return bearerRefused(403, 'insufficient_scope', detail, headers)
  if (kind === 'WebhookNaoProvado') return named(400, 'webhook_invalido', violacoes[0]?.razao ?? detail)
  return COMPLAINING.includes(kind) ? complaint(refused.status, violacoes, detail) : refused
}

function complaint(status: number, [violacao]: readonly Violacao[], detail: string): Refused {
  if (violacao === undefined) return named(status, 'valor_invalido', detail)
  const { propriedade, razao } = violacao
  const [object = '', ...inside] = propriedade.split('.')
  const field = inside.join('.') || object
  if (field === 'body') return named(status, 'json_invalido', razao)
  if (field === 'chave') return named(status, 'chave_invalida', razao)
  return named(status, 'valor_invalido', `Campo ${field}: ${razao}`)
}
