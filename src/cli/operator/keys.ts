// `porteira keys`: what is sealed under which ENCRYPTION_KEY, and the second half of changing it, beside gateways at work.
import { countSealed, resealAll } from '#db/sealed/reseal.ts'
import type { Given, Voice } from './commands.ts'
import type { CommandInfrastructure } from './infrastructure.ts'

/** Well where nothing is sealed under another key than the present one. */
export async function keysStatus(
  { db, secretBox }: CommandInfrastructure,
  { json }: Given,
  { print }: Voice,
): Promise<boolean> {
  const columns = await countSealed(db, secretBox)
  const others = columns.reduce((sum, column) => sum + column.others, 0)
  if (json) print(`${JSON.stringify({ others, columns }, null, 2)}\n`)
  else {
    for (const { table, column, present, others: rest } of columns)
      if (present + rest > 0) print(`${table}.${column}: ${present} under ENCRYPTION_KEY, ${rest} under another\n`)
    print(others === 0 ? ALL_PRESENT : `${others} have to be sealed again: porteira keys rotate\n`)
  }
  return others === 0
}

const ALL_PRESENT = 'All is sealed under ENCRYPTION_KEY: ENCRYPTION_KEY_OTHER is not needed.\n'

/** Well where nothing is left. */
export async function keysRotate(
  { db, secretBox: box }: CommandInfrastructure,
  _given: Given,
  { print, progress, leaving }: Voice,
): Promise<boolean> {
  const before = await countSealed(db, box)
  const [total, done] = [before.reduce((sum, { others }) => sum + others, 0), new Map<unknown, number>()]
  const left = await resealAll({
    db,
    box,
    leaving,
    onProgress(column, resealed) {
      done.set(column, resealed)
      progress(`${sumOf(done)} of ${total}`)
    },
  })
  progress('')
  // What a gateway that still seals under the other key has sealed meanwhile is counted too.
  const rest = (await countSealed(db, box)).reduce((sum, { others }) => sum + others, 0)
  for (const sentence of left) print(`${sentence}\n`)
  print(`${sumOf(done)} sealed again.\n${rest === 0 ? ALL_PRESENT : `${rest} are left under another key.\n`}`)
  return rest === 0
}

const sumOf = (done: ReadonlyMap<unknown, number>) => [...done.values()].reduce((sum, count) => sum + count, 0)
