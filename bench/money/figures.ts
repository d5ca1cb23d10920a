// What is measured of money, and how good it has to be. A figure is a ratio within one run; the median of the pairs counts.
import type { Figure, Goal } from '../notifications/figures.ts'

export const GOALS = {
  M1: { what: 'batched, of one call a cashout: one hot account, 64 callers', sense: 'least', floor: 5 },
  M2: { what: 'batched: one hot account, of 1,000 accounts', sense: 'least', floor: 0.8 },
  'M3 hot': { what: 'batched, of ten round trips: one hot account', sense: 'least', floor: 15 },
  'M3 spread': { what: 'batched, of ten round trips: 1,000 accounts', sense: 'least', floor: 8 },
  M4: { what: 'throughput at 1,000,000 entries, of an empty account', sense: 'least', floor: 0.9 },
  M5: { what: 'balance read p50 at 1,000,000 entries, of 100', sense: 'most', floor: 1.2 },
  'M5 sale': { what: 'sale look-up p50 at 1,000,000 sales, of 100', sense: 'most', floor: 1.2 },
  M6: { what: 'SQL statements per cashout, 64 callers', sense: 'most', floor: 0.2 },
  M7: { what: 'lone request p50, of the bare call', sense: 'most', floor: 1.3 },
  M8: { what: 'throughput with the hash chain, of without', sense: 'least', floor: 0.85 },
  M9: { what: 'cashout over HTTP, 64 callers, of the same route with a constant answer', sense: 'least', floor: 0.25 },
  'M9 256': { what: 'the same with 256 callers', sense: 'least', floor: 0.25 },
  M10: {
    what: 'balance read over HTTP, 64 callers, of the same route with a constant answer',
    sense: 'least',
    floor: 0.5,
  },
  'M10 256': { what: 'the same with 256 callers', sense: 'least', floor: 0.5 },
  doctor: { what: 'entries that the doctor reads a second, of those that the ledger writes', sense: 'least', floor: 3 },
  'gate totals': { what: 'sentences of the books that are not true', sense: 'most', floor: 0 },
  'gate lost': { what: 'acknowledged and not there', sense: 'most', floor: 0 },
  'gate twice': { what: 'settled twice', sense: 'most', floor: 0 },
  'gate below': { what: "available below zero by a caller's doing", sense: 'most', floor: 0 },
} as const satisfies Record<string, Goal>

export type MoneyFigure = Figure<keyof typeof GOALS>
