// What a linter of OpenAPI says of both documents. `npm run check` runs it over the routes of a gateway: whatever it reports is red.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { documentFor } from '#http/openapi/documents.ts'
import type { DescribedRoute } from '#http/openapi/route-schema.ts'

/** `/webhooks/deliveries/{id}` and `/webhooks/{id}/deliveries` are both there; the id of a webhook is a number. */
const RULES = { 'no-ambiguous-paths': 'off' } as const
/** Who asks for these by itself adds what it likes; they refuse nothing. */
const REFUSES_NOTHING = /^#\/paths\/~1health~1/

/** A line for each error and each warning. */
export async function lint(routes: readonly DescribedRoute[]): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: RULES })
  const found: string[] = []
  for (const audience of ['public', 'house'] as const) {
    const deps = { routes, title: 'Porteira', brand: 'Service', baseUrl: '', sessionCookie: 'session' }
    const source = JSON.stringify(documentFor(audience, deps))
    const problems = await lintFromString({ source, absoluteRef: `${audience}.json`, config })
    for (const { ruleId, severity, message, location } of problems) {
      const place = location[0]?.pointer ?? ''
      if (ruleId === 'operation-4xx-response' && REFUSES_NOTHING.test(place)) continue
      found.push(`${audience} document: ${severity} ${ruleId} at ${place}: ${message}`)
    }
  }
  return found
}
