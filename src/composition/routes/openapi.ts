// The description of the HTTP API, made from the routes themselves.
import type { Server } from '#http/server.ts'

export function openapiRoute(server: Server): void {
  server.get('/openapi.json', { config: { guard: 'none', dialect: 'panel', fails: [] }, schema: { hide: true } }, () =>
    server.swagger(),
  )
}
