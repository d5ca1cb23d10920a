// A few figures for monitoring, in Prometheus' text form: how the books are, when they were last examined, whether the PSPs agree
// with them and cover them, and what this process takes. Totals only, nothing of any account. The route exists where METRICS is
// on.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Carts } from '#cart/feature.ts'
import type { CartCounts } from '#cart/figures/gateway-store.ts'
import type { Checkouts } from '#checkout/feature.ts'
import type { Doctor } from '#doctor/feature.ts'
import type { Server } from '#http/server.ts'
import type { Reconciliation } from '#reconciliation/feature.ts'
import type { Standing } from '#reconciliation/figures-store.ts'
import type { Recurrences } from '#recurrence/feature.ts'
import type { RecurrenceFigures } from '#recurrence/figures/figures.ts'
import type { RequestLog } from '#request-log/feature.ts'

interface Figure {
  name: string
  help: string
  value: number
  labels?: Record<string, string>
}

const SECOND_MS = 1_000
const NANOS = 1e9

export interface MetricsDeps {
  doctor: Pick<Doctor, 'lastExamination' | 'trialBalance'>
  reconciliation: Pick<Reconciliation, 'readStanding'>
  carts: Pick<Carts, 'counts'>
  checkouts: Pick<Checkouts, 'attempts'>
  recurrences: Pick<Recurrences, 'figures'>
  requestLog: Pick<RequestLog, 'dropped'>
}

export function metricsRoute(server: Server, deps: MetricsDeps): void {
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
      const own = [
        ...processFigures(delay.percentile(99) / NANOS),
        ...refusedFigures(deps.checkouts),
        requestLogFigure(deps.requestLog),
        ...(await gatewayFigures(deps)),
      ]
      delay.reset()
      return reply.type(ofProcess.contentType).send(`${await ofProcess.metrics()}\n${await textOf(own)}`)
    },
  )
}

const gauge = (name: string, help: string, value: number): Figure => ({ name, help, value })

/** One figure for each of these, told apart by a label. */
const gauges = (name: string, help: string, label: string, values: Record<string, number>): Figure[] =>
  Object.entries(values).map(([of, value]) => ({ name, help, value, labels: { [label]: of } }))

/** Each scrape has a registry of its own: a figure that is not known now is left out, and no older one stands in for it. */
async function textOf(figures: Figure[]): Promise<string> {
  const registry = new Registry()
  for (const [name, alike] of Map.groupBy(figures, figure => figure.name)) {
    const { help, labels = {} } = alike[0] as Figure
    const one = new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] })
    for (const figure of alike) one.set(figure.labels ?? {}, figure.value)
  }
  return registry.metrics()
}

const processFigures = (delayP99Seconds: number): Figure[] => [
  gauge('porteira_event_loop_delay_p99_seconds', 'Since the last scrape.', delayP99Seconds),
  gauge('porteira_heap_used_bytes', 'Heap in use.', process.memoryUsage().heapUsed),
  gauge('porteira_uptime_seconds', 'Since the process began.', Math.round(process.uptime())),
]

/** A database that does not answer is a figure too. */
async function gatewayFigures({ doctor, reconciliation, carts, recurrences }: MetricsDeps): Promise<Figure[]> {
  const up = (value: number) => gauge('porteira_database_up', 'Whether the database answers.', value)
  try {
    const [{ wallets, entries }, last, standing, counts, recurring] = await Promise.all([
      doctor.trialBalance(),
      doctor.lastExamination(),
      reconciliation.readStanding(),
      carts.counts(),
      recurrences.figures(),
    ])
    return [
      up(1),
      gauge('porteira_ledger_wallets', 'Wallets.', wallets),
      gauge('porteira_ledger_entries', 'Transfers that were ever written.', Number(entries)),
      ...(last === null ? [] : examinationFigures(last)),
      ...reconciliationFigures(standing),
      ...cartFigures(counts),
      ...recurrenceFigures(recurring),
    ]
  } catch {
    return [up(0)]
  }
}

const refusedFigures = ({ attempts }: MetricsDeps['checkouts']): Figure[] =>
  gauges(
    'porteira_checkout_refused',
    'What this process has refused at the hosted checkout since it began, because one address or cart came too fast.',
    'bound',
    attempts.refused(),
  )

const requestLogFigure = ({ dropped }: MetricsDeps['requestLog']): Figure =>
  gauge(
    'porteira_request_log_dropped',
    'Requests of the API that this process has answered and not logged since it began: there was no room, or they could not be stored.',
    dropped(),
  )

const cartFigures = ({ open, abandoned, completedSince, recoveredSince, expiredSince }: CartCounts): Figure[] => [
  ...gauges('porteira_carts', 'Carts that can still be bought.', 'state', { OPEN: open, ABANDONED: abandoned }),
  ...gauges('porteira_carts_ended_day', 'Carts that ended within the last day.', 'state', {
    COMPLETED: completedSince,
    RECOVERED: recoveredSince,
    EXPIRED: expiredSince,
  }),
]

const recurrenceFigures = (figures: RecurrenceFigures): Figure[] => [
  ...gauges('porteira_recurrences', 'Recurrences that live.', 'status', figures.liveRecurrences),
  ...gauges('porteira_recurrences_ended_day', 'Those that ended within a day.', 'status', figures.endedRecurrences),
  ...known(
    'porteira_recurrence_authorisation_ratio',
    'The share of the recurrences offered within 30 days that is authorised by now.',
    figures.authorisationRatio,
  ),
  ...gauges('porteira_debits', 'Debits of which money may still come.', 'status', figures.openDebits),
  ...gauges('porteira_debits_ended_day', 'Debits that ended within a day.', 'status', figures.endedDebits),
  ...known(
    'porteira_debit_window_slack_seconds',
    'How long before the end of its window the latest order of a day was sent; below 0 it was too late.',
    figures.windowSlackSeconds,
  ),
]

/** What there is nothing to say of is left out. */
const known = (name: string, help: string, value: number | null): Figure[] =>
  value === null ? [] : [gauge(name, help, value)]

function examinationFigures({
  beganAt,
  durationMs,
  findings,
  rows,
}: NonNullable<Awaited<ReturnType<Doctor['lastExamination']>>>): Figure[] {
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
