// Which of the two documents describes a route: the public one is for servers with a key pair and for monitoring, that of the gateway for
// the panel. Files, pages and what PSPs call are in neither.
import type { DescribedRoute } from './route-schema.ts'

export type Audience = 'public' | 'house'

export function audienceOf({ url, rules, schema }: Pick<DescribedRoute, 'url' | 'rules' | 'schema'>): Audience | null {
  if (schema.hide === true || url.startsWith('/callbacks/')) return null
  return rules.guard === 'api-key' || url.startsWith('/health/') ? 'public' : 'house'
}
