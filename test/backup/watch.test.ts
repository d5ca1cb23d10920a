// What a gateway says of its backups while it works: of those that are old, of one that does not restore, and when that is over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { HOUR_MS } from '#kernel/time.ts'
import { keepBackup, keepVerify } from '../../src/backup/report/store.ts'
import { openTestGateway } from '../gateway.ts'
import { scrape } from '../telemetry/scrape.ts'
import { until } from '../until.ts'

test('an old backup, and one that is of no use, raise an alert until there is a better one', async () => {
  await using gateway = await openTestGateway({ env: { BACKUP_MAX_AGE_MS: '200', METRICS: 'on' } })
  const { db } = gateway
  const figure = async (name: string) => (await scrape(gateway.metricsUrl)).find(sample => sample.name === name)?.value
  const codes = async () =>
    (await db.query<{ code: string }>(sql`select code from alarm where acknowledged_at is null order by code`)).map(
      ({ code }) => code,
    )
  const hence = (hours: number) => new Date(gateway.now().getTime() + hours * HOUR_MS)
  assert.equal(await figure('porteira_backup_age_seconds'), undefined, 'none was ever taken')

  await keepBackup(db, { doneAt: hence(-1), file: 'monday' })
  await keepVerify(db, { doneAt: hence(-1), file: 'monday', trouble: 'monday is damaged, or was cut off.' })
  await until(async () => ((await codes()).length === 2 ? true : null), 'two alerts')
  assert.deepEqual(await codes(), ['BACKUP_NOT_RESTORABLE', 'BACKUP_OLD'])
  const age = await until(() => figure('porteira_backup_age_seconds').then(value => value ?? null), 'its age')
  assert.ok(age >= 3600 && age < 4000, `${age}`)
  assert.equal(await figure('porteira_backup_verify_failed'), 1)

  // Of two that run at once the one that was taken later counts.
  await keepBackup(db, { doneAt: hence(1), file: 'wednesday' })
  await keepBackup(db, { doneAt: hence(-2), file: 'tuesday' })
  await keepVerify(db, { doneAt: hence(1), file: 'wednesday', trouble: null })
  await until(async () => ((await codes()).length === 0 ? true : null), 'both to end by themselves')
})
