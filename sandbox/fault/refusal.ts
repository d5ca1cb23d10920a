// How the bank refuses on request: as a bank in trouble does, in the dialect of the route.
import { unauthorised, unknownClient } from '../oauth/tokens.ts'
import { bearerRefused, problem, Refused } from '../refused.ts'
import type { Fate } from './fault.ts'

const RETRY = { 'retry-after': '1' }
const TOKEN_ROUTES: readonly (string | undefined)[] = ['/oauth/token', '/v1/authorize']

/** The Central Bank's catalogue of problems has none for too many requests. */
const tooMany = () =>
  new Refused(
    429,
    { type: 'about:blank', title: 'Muitas requisições', status: 429, detail: 'O limite de requisições foi atingido.' },
    RETRY,
  )

export function faultRefusal(fate: Fate, url: string | undefined): Refused {
  const isToken = TOKEN_ROUTES.includes(url)
  switch (fate) {
    case '401':
      return isToken ? unknownClient() : unauthorised('O token é inválido ou expirou.')
    case '429':
      return isToken ? bearerRefused(429, 'temporarily_unavailable', 'too many requests', RETRY) : tooMany()
    case '503':
      return isToken
        ? bearerRefused(503, 'temporarily_unavailable', 'the bank is busy', RETRY)
        : problem('ServicoIndisponivel', { headers: RETRY })
    default:
      return isToken ? bearerRefused(500, 'server_error', 'the bank failed') : problem('ErroInternoDoServidor')
  }
}
