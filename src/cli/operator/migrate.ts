// `porteira migrate`: the schema is brought up to date apart from a start, and said beforehand what that will do.
import { migrate } from '#db/migrate.ts'
import { MIGRATIONS } from '#db/schema/files.ts'
import { type MigrationPlan, type PlannedStep, planOf, sentenceOf } from '#db/schema/plan.ts'
import type { Given, Voice } from './commands.ts'
import type { CommandInfrastructure } from './infrastructure.ts'

export async function runMigrate(
  { connection, db }: CommandInfrastructure,
  { plan: isPlan, json }: Given,
  { print, leaving }: Voice,
): Promise<boolean> {
  const plan = await planOf(db)
  if (isPlan) print(json ? `${JSON.stringify(formOf(plan), null, 2)}\n` : textOf(plan))
  if (isPlan) return true
  await migrate(connection, MIGRATIONS, { say: sentence => print(`${sentence}\n`), leaving })
  print(plan.steps.length === 0 ? UP_TO_DATE : `${countOf(plan)} applied. The schema is up to date.\n`)
  return true
}

const UP_TO_DATE = 'The schema is up to date.\n'

const countOf = ({ steps }: MigrationPlan) => (steps.length === 1 ? '1 migration' : `${steps.length} migrations`)

const formOf = (plan: MigrationPlan) => ({
  from: plan.from,
  rolling: plan.rolling,
  locksLong: plan.steps.some(({ locks }) => locks.some(({ isLong }) => isLong)),
  migrations: plan.steps.map(({ name, title, declared, locks }) => ({
    name,
    title,
    kind: declared?.kind ?? null,
    runsWith: declared?.runsWith ?? null,
    locks: locks.map(lock => ({ ...lock, text: sentenceOf(lock) })),
  })),
})

function textOf(plan: MigrationPlan): string {
  if (plan.steps.length === 0) return UP_TO_DATE
  const head = plan.from === null ? 'The database is empty' : `The schema is that of ${plan.from}`
  const steps = plan.steps.map(step => stepText(step, plan.from))
  return `${head}. ${countOf(plan)} will be applied:\n\n${steps.join('\n')}\n${verdictOf(plan)}\n`
}

function stepText(step: PlannedStep, from: string | null): string {
  // An empty table, or one that the same update makes, is nobody's trouble.
  const locks = from === null ? [] : step.locks.filter(({ bytes, table }) => table === null || bytes !== null)
  const lines = locks.map(lock => `  ${lock.isLong ? '! ' : '  '}${sentenceOf(lock)}\n`)
  return `${step.name}\n    ${step.title}\n    ${kindText(step)}\n${lines.join('')}`
}

function kindText({ declared }: PlannedStep): string {
  if (declared === null) return 'only code that knows it runs with it'
  return declared.kind === 'expand'
    ? 'expands: older code runs with it'
    : `contracts: code that knows ${declared.runsWith} runs with it`
}

function verdictOf(plan: MigrationPlan): string {
  if (plan.from === null) return 'Nothing runs on it yet.'
  const long = plan.steps.flatMap(({ locks }) => locks.filter(({ isLong }) => isLong))
  const locks =
    long.length === 0
      ? 'No table that is large is locked for long.'
      : `Locked for long, marked with !: ${[...new Set(long.map(({ table }) => table))].join(', ')}. Choose a quiet hour.`
  return `${plan.rolling ? ROLLING : STOP}\n${locks}`
}

const ROLLING = 'Gateways of the version before may go on meanwhile, and be started again afterwards.'
const STOP =
  'Stop every gateway of the version before first: it cannot run with this schema, nor go back to it without a restore.'
