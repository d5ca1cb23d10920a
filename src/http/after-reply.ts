// Work that must not overtake the answer: a webhook about a sale that reaches the shop before the 201 does is how shops
// lose orders. It runs when the answer has been flushed, and at the latest a second later.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply } from 'fastify'
import { belonging } from '#kernel/concurrency/observed.ts'

const LATEST_MS = 1_000

export function afterReply(reply: FastifyReply, later: () => void): void {
  // It is still done for the caller.
  const work = belonging.getStore() === undefined ? later : AsyncLocalStorage.bind(later)
  let done = false
  const once = () => {
    if (done) return
    done = true
    clearTimeout(timer)
    work()
  }
  const timer = setTimeout(once, LATEST_MS)
  reply.raw.once('close', once)
  reply.raw.once('finish', once)
}
