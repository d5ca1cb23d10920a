// Fields of a body that its form does not have. The Central Bank has them ignored; a dialect may refuse them.
import { isDeepStrictEqual } from 'node:util'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import { problem } from '../refused.ts'
import type { Bank } from '../resources.ts'

export function refuseStrays({ dialect }: Bank, form: TSchema, body: unknown): void {
  if (!dialect().refusesStrays || isDeepStrictEqual(Value.Clean(form, structuredClone(body)), body)) return
  throw problem('CampoDesconhecido', { violacoes: [{ razao: STRAY, propriedade: 'body' }] })
}

const STRAY = 'não são permitidas propriedades adicionais'
