// Whether the process lives, and whether it is ready to be given work: the truth, without authentication and without
// details. Living asks nothing of anybody, so that nobody restarts a gateway for the sake of its database.
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { countMissingMigrations } from '#db/migrate.ts'
import type { Database } from '#db/postgres.ts'
import type { Server } from '#http/server.ts'

const RULES = { guard: 'none', dialect: 'panel', fails: [] } as const

const Live = Type.Object(
  {
    status: Type.Literal('live'),
    version: Type.String({ description: 'The version of the gateway' }),
    commit: Type.Union([Type.String(), Type.Null()], {
      description: 'The commit that it was made of, 40 hexadecimal digits, where that is known',
    }),
  },
  { title: 'Liveness' },
)
const Ready = Type.Object(
  {
    status: Type.Literal('ready'),
    recovering: Type.Optional(
      Type.Literal(true, { description: 'Nothing is paid and nothing delivered until a person has looked' }),
    ),
  },
  { title: 'Readiness' },
)
const NotReady = Type.Object(
  { status: Type.Literal('not ready'), because: Type.Enum(['stopping', 'database', 'schema']) },
  { title: 'NotReady' },
)

const LIVE = {
  config: RULES,
  schema: { summary: 'Whether the process lives', tags: ['Health'], response: { 200: Live } },
}
const READY = {
  config: RULES,
  schema: {
    summary: 'Whether it is ready to be given work',
    tags: ['Health'],
    response: { 200: Ready },
    // Its own form and that of a refusal.
    answers: { 503: NotReady },
  },
}

export interface HealthDeps {
  db: Database
  release: { version: string; commit: string | null }
  stopping: () => boolean
  /** Whether the gateway pays and delivers nothing until a person has looked. It takes requests all the same. */
  recovering: () => boolean
}

/** Which of these stands in the way of work. */
type Obstacle = 'stopping' | 'database' | 'schema'

/** A database that takes longer than this for the least of questions has no room for work. */
const ANSWERS_WITHIN_MS = 2_000
const RETRY_AFTER_SECONDS = 1

export function healthRoutes(server: Server, deps: HealthDeps): void {
  const look = oneAtATime(() => obstacleAt(deps.db))
  server.get('/health/live', LIVE, () => ({ status: 'live' as const, ...deps.release }))
  server.get('/health/ready', READY, async (_request, reply) => {
    const obstacle = deps.stopping() ? 'stopping' : await look()
    if (obstacle !== null) return notReady(reply, obstacle)
    return { status: 'ready' as const, ...(deps.recovering() && { recovering: true as const }) }
  })
}

const notReady = (reply: FastifyReply, because: Obstacle) =>
  reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS)).send({ status: 'not ready', because })

/** By the way that requests take: where every connection is busy, the answer comes as late for them. */
async function obstacleAt(db: Database): Promise<Obstacle | null> {
  const late = Promise.withResolvers<Obstacle>()
  const timer = setTimeout(() => late.resolve('database'), ANSWERS_WITHIN_MS)
  const seen = countMissingMigrations(db).then(
    (count): Obstacle | null => (count === 0 ? null : 'schema'),
    (): Obstacle => 'database',
  )
  return Promise.race([seen, late.promise]).finally(() => clearTimeout(timer))
}

/** Many who ask at once, as when a database hangs, ask it once. */
function oneAtATime<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= look().finally(() => {
      underWay = null
    })
    return underWay
  }
}
