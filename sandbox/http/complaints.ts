// The validator's complaints in the words of a Violacao: what is wrong, with which property, and the value that was refused.
import type { FastifySchemaValidationError } from 'fastify'
import type { Violacao } from '../refused.ts'

const MAX_SHOWN_CHARACTERS = 100

export function violacaoOf(complaint: FastifySchemaValidationError & { data?: unknown }): Violacao {
  const { keyword, params, instancePath, data } = complaint
  const missing = keyword === 'required' ? [String(params.missingProperty)] : []
  const propriedade = [...instancePath.split('/').slice(1), ...missing].join('.')
  const valor =
    typeof data === 'string' || typeof data === 'number' ? String(data).slice(0, MAX_SHOWN_CHARACTERS) : null
  return { razao: reasonOf(keyword, params), propriedade, ...(valor !== null && { valor }) }
}

function reasonOf(keyword: string, params: Record<string, unknown>): string {
  switch (keyword) {
    case 'required':
      return 'O campo é obrigatório.'
    case 'type':
      return `O campo precisa ser do tipo ${String(params.type)}.`
    case 'pattern':
    case 'format':
      return 'O campo não respeita o formato.'
    case 'maxLength':
      return `O campo admite no máximo ${String(params.limit)} caracteres.`
    case 'maxItems':
      return `O campo admite no máximo ${String(params.limit)} itens.`
    case 'minimum':
    case 'maximum':
      return `O valor precisa ser ${String(params.comparison)} ${String(params.limit)}.`
    default:
      return 'O campo não respeita o schema.'
  }
}
