// A database whose days begin today. The template of a run is as old as the run: one that began before midnight has yesterday's partition
// and lacks the last of today's.
import { dropPastDays } from '#db/by-day/past-days.ts'
import { makePartitions } from '#db/migrate.ts'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { dropPastNotifications } from '#notification/events/retention-store.ts'
import { freshDatabase } from '../gateway.ts'

export async function withTodaysDatabase(use: (db: Database, connection: Connection) => Promise<void>): Promise<void> {
  const { connection, drop } = await freshDatabase()
  const db = openDatabase(connection, 4)
  try {
    await dropPastNotifications(db, 0)
    await dropPastDays(db, ['request_log'], 0)
    await makePartitions(db)
    await use(db, connection)
  } finally {
    await db.close()
    await drop()
  }
}
