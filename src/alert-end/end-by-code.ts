// How alerts of each code end. Most tell of something that the books show: then a condition says when it is over, and the gateway closes
// them. Pure but for the words of SQL, which its stores have.
import type { Sql } from 'sql-template-tag'
import type { RaisableCode } from '#alert/catalogue/catalogue.ts'

/**
 * A condition on the row `raised` of an alert (account_id, number and id of its subject, its context known, last_at): its cause is gone.
 * `raiser`: who has raised it sees that, and closes it. `person`: only a person can know, or it tells of something that has happened.
 */
export type End = ((now: Date) => Sql) | 'raiser' | 'person'

export type Ends<Code extends RaisableCode = RaisableCode> = Record<Code, End>
