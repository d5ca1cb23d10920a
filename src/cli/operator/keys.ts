// `porteira keys`: what is sealed under which ENCRYPTION_KEY, and encrypted under which AUTH_SECRET; and the second half of changing them,
// beside gateways at work.
import { countEncryptedApps, encryptAppsAnew } from '#access/app-secrets/app-secrets.ts'
import { type Entry, record, THE_GATEWAY } from '#audit/audit.ts'
import { authSecretsOf } from '#config/secrets.ts'
import { type ColumnCount, countSealed, resealAll } from '#db/sealed/reseal.ts'
import { systemClock } from '#kernel/time.ts'
import type { Given, Voice } from './commands.ts'
import type { CommandInfrastructure } from './infrastructure.ts'

interface Counted {
  /** Under another key or secret. */
  others: number
  columns: ColumnCount[]
  authenticatorApps: { present: number; others: number }
}

async function countAll({ config, db, secretBox }: CommandInfrastructure): Promise<Counted> {
  const columns = await countSealed(db, secretBox)
  const authenticatorApps = await countEncryptedApps(db, authSecretsOf(config))
  return { others: sumOf([authenticatorApps, ...columns].map(({ others }) => others)), columns, authenticatorApps }
}

/** Well where nothing is under another key or secret than the present ones. */
export async function keysStatus(
  infrastructure: CommandInfrastructure,
  { json }: Given,
  { print }: Voice,
): Promise<boolean> {
  const counted = await countAll(infrastructure)
  print(json ? `${JSON.stringify(counted, null, 2)}\n` : textOf(counted))
  return counted.others === 0
}

function textOf({ others, columns, authenticatorApps: apps }: Counted): string {
  const sealed = columns
    .filter(({ present, others: rest }) => present + rest > 0)
    .map(({ table, column, ...count }) => `${table}.${column}: ${countText(count, 'ENCRYPTION_KEY')}`)
  const encrypted = apps.present + apps.others > 0 ? [`authenticator apps: ${countText(apps, 'AUTH_SECRET')}`] : []
  const verdict = others === 0 ? ALL_PRESENT : `${others} have to be sealed again: porteira keys rotate\n`
  return [...sealed, ...encrypted].join('') + verdict
}

const countText = ({ present, others }: { present: number; others: number }, name: string) =>
  `${present} under ${name}, ${others} under another\n`

const ALL_PRESENT = 'Nothing is sealed under another key or secret.\n'

/** Well where nothing is left. */
export async function keysRotate(
  infrastructure: CommandInfrastructure,
  _given: Given,
  { print, progress, leaving }: Voice,
): Promise<boolean> {
  const { config, db, secretBox: box } = infrastructure
  const [{ others: total }, done] = [await countAll(infrastructure), new Map<unknown, number>()]
  const apps = await encryptAppsAnew(db, authSecretsOf(config))
  done.set('apps', apps.done)
  const left = await resealAll({
    db,
    box,
    leaving,
    onProgress(column, resealed) {
      done.set(column, resealed)
      progress(`${sumOf([...done.values()])} of ${total}`)
    },
  })
  progress('')
  // What a gateway that still seals under the other key has sealed meanwhile is counted too.
  const { others: rest } = await countAll(infrastructure)
  const unread = apps.unread.map(unreadText)
  const resealed = sumOf([...done.values()])
  await db.transaction(tx => record(tx, [entryOf({ resealed, left: rest })], systemClock()))
  for (const sentence of [...unread, ...left]) print(`${sentence}\n`)
  print(`${resealed} sealed again.\n${rest === 0 ? ALL_PRESENT : `${rest} are left under another.\n`}`)
  return rest === 0
}

const unreadText = (email: string) =>
  `authenticator app of ${email}: neither AUTH_SECRET nor AUTH_SECRET_OTHER reads it; start with the one that does as AUTH_SECRET_OTHER, or ` +
  `porteira person remove-second-factor --email ${email}`

const entryOf = (detail: { resealed: number; left: number }): Entry => ({
  action: 'keys.rotated',
  subject: 'house',
  subjectId: 1,
  detail,
  actor: THE_GATEWAY,
  reason: 'At the command line',
})

const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
