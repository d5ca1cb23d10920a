// Loops that ask by statements of their own do not ask at one moment; those that ask in the common question do.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phaseOf, untilTickMs } from '#db/queue/ticks.ts'

const EVERY_MS = 1_000

test('ten loops of one interval tick at least 50 ms apart from each other and from the common question', () => {
  const ticks = [0, ...Array.from({ length: 10 }, (_, n) => phaseOf(n + 1)), EVERY_MS].sort((a, b) => a - b)
  const gaps = ticks.slice(1).map((at, n) => at - (ticks[n] ?? 0))
  assert.ok(Math.min(...gaps) >= 50, `${ticks}`)
})

test('whenever it began, a loop ticks at its phase, and about once an interval', () => {
  for (const everyMs of [100, EVERY_MS, 60_000])
    for (const phase of [0, 618, 236])
      for (const nowMs of [3, 117.5, 30_618, 61_236.2]) {
        const leftMs = untilTickMs(nowMs, everyMs, phase)
        assert.ok(leftMs >= everyMs / 2 && leftMs <= everyMs * 1.5, `${nowMs} + ${leftMs}`)
        const off = Math.abs((nowMs + leftMs - phase) / everyMs - Math.round((nowMs + leftMs - phase) / everyMs))
        assert.ok(off < 1e-6, `${nowMs} + ${leftMs} is no tick of ${everyMs} at ${phase}`)
      }
})
