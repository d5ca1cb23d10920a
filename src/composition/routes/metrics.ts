// A few figures for monitoring, in Prometheus' text form: how the books are, when they were last examined, whether the PSPs agree
// with them and cover them, and what this process takes. Totals only, nothing of any account. The route exists where METRICS is
// on.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Database } from '#db/postgres.ts'
import { findLastExamination, readTrialBalance } from '#doctor/store.ts'
import type { Server } from '#http/server.ts'
import type { Reconciliation } from '#reconciliation/feature.ts'
import type { Standing } from '#reconciliation/figures-store.ts'

interface Figure {
  name: string
  help: string
  value: number
}

const SECOND_MS = 1_000
const NANOS = 1e9

export interface MetricsDeps {
  db: Database
  reconciliation: Pick<Reconciliation, 'readStanding'>
}

export function metricsRoute(server: Server, { db, reconciliation }: MetricsDeps): void {
  // The usual figures of a Node process, under the names that ready-made dashboards know.
  const ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  const delay = monitorEventLoopDelay()
  delay.enable()
  server.addHook('onClose', async () => void delay.disable())
  server.get(
    '/metrics',
    { config: { guard: 'none', dialect: 'panel', fails: [] }, schema: { hide: true } },
    async (_request, reply) => {
      const own = [...processFigures(delay.percentile(99) / NANOS), ...(await gatewayFigures(db, reconciliation))]
      delay.reset()
      return reply.type(ofProcess.contentType).send(`${await ofProcess.metrics()}\n${await textOf(own)}`)
    },
  )
}

const gauge = (name: string, help: string, value: number): Figure => ({ name, help, value })

/** Each scrape has a registry of its own: a figure that is not known now is left out, and no older one stands in for it. */
async function textOf(figures: Figure[]): Promise<string> {
  const registry = new Registry()
  for (const { name, help, value } of figures) new Gauge({ name, help, registers: [registry] }).set(value)
  return registry.metrics()
}

const processFigures = (delayP99Seconds: number): Figure[] => [
  gauge('porteira_event_loop_delay_p99_seconds', 'Since the last scrape.', delayP99Seconds),
  gauge('porteira_heap_used_bytes', 'Heap in use.', process.memoryUsage().heapUsed),
  gauge('porteira_uptime_seconds', 'Since the process began.', Math.round(process.uptime())),
]

/** A database that does not answer is a figure too. */
async function gatewayFigures(db: Database, reconciliation: MetricsDeps['reconciliation']): Promise<Figure[]> {
  const up = (value: number) => gauge('porteira_database_up', 'Whether the database answers.', value)
  try {
    const [{ wallets, entries }, last, standing] = await Promise.all([
      readTrialBalance(db),
      findLastExamination(db),
      reconciliation.readStanding(),
    ])
    return [
      up(1),
      gauge('porteira_ledger_wallets', 'Wallets.', wallets),
      gauge('porteira_ledger_entries', 'Transfers that were ever written.', Number(entries)),
      ...(last === null ? [] : examinationFigures(last)),
      ...reconciliationFigures(standing),
    ]
  } catch {
    return [up(0)]
  }
}

function examinationFigures({
  beganAt,
  durationMs,
  findings,
  rows,
}: NonNullable<Awaited<ReturnType<typeof findLastExamination>>>): Figure[] {
  const wrong = findings.reduce((sum, finding) => sum + finding.rows, 0)
  return [
    gauge(
      'porteira_doctor_last_run_timestamp_seconds',
      'When the books were last examined.',
      beganAt.getTime() / SECOND_MS,
    ),
    gauge('porteira_doctor_last_run_duration_seconds', 'How long that took.', durationMs / SECOND_MS),
    gauge('porteira_doctor_entries_read', 'Transfers that it read.', rows.transfer ?? 0),
    gauge('porteira_doctor_findings', 'Things that it found wrong; anything but 0 is an alarm.', findings.length),
    gauge('porteira_doctor_wrong_rows', 'Rows that are wrong.', wrong),
  ]
}

function reconciliationFigures({
  openCases,
  troubledDays,
  closedTo,
  answered,
  uncovered,
  lacking,
  checkedAt,
}: Standing) {
  const at = (name: string, help: string, moment: Date | null) =>
    moment === null ? [] : [gauge(name, help, moment.getTime() / SECOND_MS)]
  return [
    gauge(
      'porteira_reconciliation_open_cases',
      "Differences from the PSPs' lists that nobody has answered.",
      openCases,
    ),
    gauge('porteira_reconciliation_troubled_days', 'Days whose lists could not be read yet.', troubledDays),
    ...at('porteira_books_closed_to_timestamp_seconds', 'The end of the last closed day.', closedTo),
    gauge(
      'porteira_psp_balances_told',
      'PSP accounts that told their balance when they were looked at last.',
      answered,
    ),
    gauge(
      'porteira_psp_uncovered',
      'Those of them that hold less than they should; anything but 0 is an alarm.',
      uncovered,
    ),
    gauge('porteira_psp_lacking_centavos', 'How much less.', Number(lacking)),
    ...at('porteira_psp_coverage_checked_timestamp_seconds', 'The oldest of the last looks at balances.', checkedAt),
  ]
}
