// Without these checks no figure counts: the books of everything that was measured add up, every cashout that was acknowledged exists, a
// payment that is reported many times is booked once, and no account has paid out more than it had.
import sql from 'sql-template-tag'
import { offences } from '../../test/books.ts'
import { LEDGER_INVARIANTS } from '../../test/books-invariants.ts'
import type { MoneyFigure } from './figures.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { SettleGiven } from './porteira.ts'

const SETTLED = 200
const TIMES = 20

export async function passGates({ db, ours }: Infrastructure): Promise<MoneyFigure[]> {
  const settled = await ours.run<number>('settle', { max: SETTLED, times: TIMES } satisfies SettleGiven)
  const [paid] = await db.query<{ payments: number }>(sql`
    select count(*)::int as payments from transfer where kind = 'CASHOUT_PAID'`)
  const { count, lost } = await ours.run<{ count: number; lost: number }>('lost')
  const untrue = await offences(db, LEDGER_INVARIANTS)
  const [below] = await db.query<{ entries: number }>(sql`
    select count(*)::int as entries from transfer
    where not forced and debit = 'available' and available_after_centavos < 0`)
  for (const sentence of untrue.slice(0, 5)) process.stderr.write(`${sentence}\n`)
  return [
    { name: 'gate totals', values: [untrue.length], note: `${Object.keys(LEDGER_INVARIANTS).length} sentences` },
    { name: 'gate lost', values: [lost], note: `of ${count.toLocaleString('en')} acknowledged` },
    {
      name: 'gate twice',
      values: [Math.abs((paid?.payments ?? 0) - settled)],
      note: `of ${settled}, each told ${TIMES} times at once`,
    },
    { name: 'gate below', values: [below?.entries ?? Number.NaN], note: '' },
  ]
}
