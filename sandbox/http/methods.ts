// Which methods an address knows, so that a wrong one is distinguished from a wrong address.
import type { FastifyInstance } from 'fastify'

interface Known {
  pattern: RegExp
  method: string
}

/** To be called before the routes are made. Answers the methods of a path, sorted; none where there is no such address. */
export function rememberMethods(server: Pick<FastifyInstance, 'addHook'>): (url: string) => string[] {
  const known: Known[] = []
  server.addHook('onRoute', ({ url, method }) => {
    for (const one of [method].flat()) known.push({ pattern: patternOf(url), method: one })
  })
  return url => {
    const path = url.split('?')[0] ?? ''
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    return [...new Set(methods)].sort()
  }
}

function patternOf(url: string): RegExp {
  const segments = url.split('/').map(segment => (segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)))
  return new RegExp(`^${segments.join('/')}$`)
}
