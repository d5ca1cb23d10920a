// The end of what is kept of notifications: events and attempts go by the day. What is still owed of an event that is gone is dropped by
// the process that finds it.
import { deletePast, dropPastDays } from '#db/by-day/past-days.ts'
import type { Database } from '#db/postgres.ts'

/** `days` are kept besides today. Answers whether everything older could be dropped. */
export async function dropPastNotifications(db: Database, days: number): Promise<boolean> {
  const isDone = await dropPastDays(db, ['attempt', 'event'], days)
  await deletePast(db, 'event_resend', days)
  return isDone
}
