// Whether the process lives, and whether it is ready to be given work: the truth, without authentication and without
// details.
import sql from 'sql-template-tag'
import type { Database } from '#db/postgres.ts'
import type { Server } from '#http/server.ts'

const RULES = { guard: 'none', dialect: 'panel', fails: [] } as const

export function healthRoutes(server: Server, needs: { db: Database; stopping: () => boolean }): void {
  server.get('/health/live', { config: RULES, schema: { hide: true } }, () => ({ status: 'live' }))

  server.get('/health/ready', { config: RULES, schema: { hide: true } }, async (_request, reply) => {
    const ready = !needs.stopping() && (await answers(needs.db))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}

async function answers(db: Database): Promise<boolean> {
  try {
    await db.query(sql`select 1`)
    return true
  } catch {
    return false
  }
}
