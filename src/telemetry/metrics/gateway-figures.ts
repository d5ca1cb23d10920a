// The figures of the gateway: how the books are, when they were last examined, whether the PSPs agree with them and cover them, what waits,
// and what a person has to look at. They are read from the database, so they are the same in every process. Totals only, nothing of any
// account.
import type { BackupReports } from '#backup/report/report.ts'
import type { CartCounts } from '#cart/figures/gateway-store.ts'
import type { Doctor } from '#doctor/feature.ts'
import type { TrialBalance } from '#doctor/store.ts'
import { LATE, openInTime } from '#kernel/concurrency/in-time.ts'
import { SECOND_MS } from '#kernel/time.ts'
import type { Standing } from '#reconciliation/figures-store.ts'
import type { RecurrenceFigures } from '#recurrence/figures/figures.ts'
import type { MetricsDeps } from '../feature.ts'
import { type Figure, gauge, gauges, known } from './figure.ts'
import {
  type Blocked,
  countOpenAlerts,
  type OpenAlerts,
  type QueueState,
  readAnswer,
  readBlocked,
  readQueues,
} from './store.ts'

/** Prometheus waits for ten seconds, and a process that started this one for four. */
const MAX_READ_MS = 3_000

/** A database that does not answer, or not soon, is a figure too. */
export function openGatewayFigures(deps: MetricsDeps): () => Promise<Figure[]> {
  // One that hangs is not asked again before it has ended: scrapes must not take up one connection after the other.
  const answers = oneAtATime(() => readAnswer(deps.db))
  const figures = oneAtATime(() => readFigures(deps))
  return () => readInTime(deps, answers, figures)
}

function oneAtATime<T>(request: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => {
    asked ??= request().finally(() => {
      asked = null
    })
    return asked
  }
}

async function readInTime(
  { recovering, log }: Pick<MetricsDeps, 'recovering' | 'log'>,
  answers: () => Promise<unknown>,
  figures: () => Promise<Figure[]>,
): Promise<Figure[]> {
  const always = [
    gauge(
      'porteira_recovery',
      'Whether the gateway is in recovery: nothing is paid or delivered.',
      Number(recovering()),
    ),
  ]
  const up = (value: number) => gauge('porteira_database_up', 'Whether the database answers.', value)
  using limit = openInTime().within(MAX_READ_MS)
  async function inTime<T>(work: Promise<T>): Promise<T> {
    const answer = await limit.of(work, () => {})
    if (answer === LATE) throw new Error(`nothing within ${MAX_READ_MS} ms`)
    return answer
  }
  let isUp = 0
  try {
    await inTime(answers())
    isUp = 1
    return [...always, up(isUp), ...(await inTime(figures()))]
  } catch (error) {
    log.error({ err: error }, 'the figures of the gateway could not be read')
    return [...always, up(isUp)]
  }
}

/** One after the other: a scrape takes few of the connections that requests wait for. */
async function readFigures(deps: MetricsDeps): Promise<Figure[]> {
  const { db, clock, doctor, reconciliation, backups, carts, recurrences } = deps
  const balance = await doctor.trialBalance()
  const last = await doctor.lastExamination()
  return [
    ...ledgerFigures(balance, await readBlocked(db)),
    ...(last === null ? [] : examinationFigures(last)),
    ...reconciliationFigures(await reconciliation.readStanding()),
    ...backupFigures(await backups.reports(), clock()),
    ...cartFigures(await carts.counts()),
    ...recurrenceFigures(await recurrences.figures()),
    ...queueFigures(await readQueues(db, clock())),
    ...alertFigures(await countOpenAlerts(db)),
  ]
}

const ledgerFigures = ({ wallets, entries, sides }: TrialBalance, { held, differing }: Blocked): Figure[] => [
  gauge('porteira_ledger_wallets', 'Wallets.', wallets),
  gauge('porteira_ledger_entries', 'Transfers that were ever written.', Number(entries)),
  ...gauges(
    'porteira_ledger_centavos',
    'What all wallets have on each side; what lies at the PSPs is below zero.',
    'side',
    Object.fromEntries(Object.entries(sides).map(([side, amount]) => [side, Number(amount)])),
  ),
  gauge(
    'porteira_ledger_sum_centavos',
    'The sum of all sides: anything but 0 is an error of the books.',
    Number(Object.values(sides).reduce((sum: bigint, amount) => sum + amount, 0n)),
  ),
  gauge(
    'porteira_ledger_held_centavos',
    'What open holds hold together: the same as the side "blocked".',
    Number(held),
  ),
  gauge(
    'porteira_ledger_wallets_differing',
    'Wallets whose blocked amount is not the sum of their open holds: anything but 0 is an error of the books.',
    differing,
  ),
]

const queueFigures = (queues: QueueState[]): Figure[] =>
  queues.flatMap(({ queue, waiting, overdueSeconds, oldestSeconds }) => [
    {
      name: 'porteira_queue_waiting',
      help: 'What owes work in each queue, counted up to 10,000.',
      value: waiting,
      labels: { queue },
    },
    {
      name: 'porteira_queue_overdue_seconds',
      help: 'For how long the longest due of each queue has been due; 0: nothing is.',
      value: overdueSeconds,
      labels: { queue },
    },
    ...(oldestSeconds === null
      ? []
      : [
          {
            name: 'porteira_queue_oldest_seconds',
            help: 'The age of the oldest of each queue that has not ended; 0: there is none.',
            value: oldestSeconds,
            labels: { queue },
          },
        ]),
  ])

const alertFigures = (alerts: OpenAlerts[]): Figure[] =>
  alerts.map(({ code, severity, open }) => ({
    name: 'porteira_alerts_open',
    help: 'Alerts that nobody has acknowledged, by code.',
    value: open,
    labels: { code, severity },
  }))

const backupFigures = ({ backup, verify }: BackupReports, now: Date): Figure[] => [
  ...known(
    'porteira_backup_age_seconds',
    'The age of the last backup; absent: none was ever taken.',
    backup && (now.getTime() - backup.doneAt.getTime()) / SECOND_MS,
  ),
  ...known(
    'porteira_backup_verify_failed',
    'Whether the last backup that was tried out is of no use; absent: none was ever tried out.',
    verify && Number(verify.trouble !== null),
  ),
]

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
