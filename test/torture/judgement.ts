// After the load: what is not as it must be, in sentences. Everything that was answered is there once and as it was answered, nothing else
// is there, everything owed has come to its end, and the books agree with the bank's, the doctor and the watcher.
import sql from 'sql-template-tag'
import { type Connection, type Database, openDatabase } from '#db/postgres.ts'
import { untilIdle, untruths } from '../books.ts'
import { environmentOf, porteira } from '../cli/run.ts'
import type { Verdict } from '../notification/torture/faults.ts'
import { until } from '../until.ts'
import type { CallerRequest, Diary } from './crowd.ts'
import { type Watched, watchedText } from './watcher.ts'

export interface Left {
  connection: Connection
  bankUrl: string
  diary: Diary
  watched: Watched
  /** By how much the gateway's clock is ahead. */
  aheadMs?: number
}

export async function judge(left: Left): Promise<Verdict> {
  const { connection, bankUrl, diary, watched } = left
  const db = openDatabase(connection, 3)
  try {
    await calm(left, db)
    const wrong = [
      ...diary.wrong,
      ...watched.wrong.map(sentence => `the watcher saw: ${sentence}`),
      ...(await contradictingAnswers(db, diary)),
      ...(await untruths({ db, bankUrl })),
      ...(await doctorsWord(connection)),
    ]
    return { message: `${answersText(diary)}; ${watchedText(watched)}`, wrong }
  } finally {
    await db.close()
  }
}

const answersText = ({ requests, decided }: Diary) =>
  `${requests.length} things asked for, ${requests.filter(({ wasInDoubt }) => wasInDoubt).length} in doubt (${decided.stored} were ` +
  `stored, ${decided.notStored} were not)`

/** The leases of the dead processes run out, and all of their work comes to its end. */
async function calm({ bankUrl, aheadMs = 0 }: Left, db: Database): Promise<void> {
  await prioritise(db)
  await untilIdle({ db }, { aheadMs })
  const add = async () => (await untruths({ db, bankUrl })).length === 0 || null
  // The bank may still be sending what it could not send while no gateway was running.
  await until(add, 'the books to add up').catch(() => {})
}

async function prioritise(db: Database): Promise<void> {
  await db.query(sql`update idempotency set busy_until = created_at where answer is null`)
  await db.query(sql`update sale set due_at = now() - interval '1 day' where status = 'EM_PROCESSAMENTO'`)
  await db.query(sql`update withdrawal set due_at = now() - interval '1 day' where due_at is not null`)
  await db.query(sql`update psp_inbox set due_at = now() - interval '1 day' where due_at is not null`)
  await db.query(sql`update delivery set leased_until = now() - interval '1 day' where leased_until is not null`)
}

interface Row {
  uuid: string
  key: string
  centavos: string
  state: string
  destination: string
}

async function contradictingAnswers(db: Database, { requests }: Diary): Promise<string[]> {
  const cashouts = await db.query<Row>(sql`
    select uuid, description as key, amount_centavos::text as centavos, state, pix_key as destination
    from withdrawal where description like 't-%'`)
  // Under a key whose creation was given up, with nothing to pay at any PSP, the sale is made anew.
  const sales = await db.query<Row>(sql`
    select uuid, external_reference as key, amount_centavos::text as centavos, status as state, '' as destination
    from sale where external_reference like 't-%' and status <> 'FALHA'`)
  const stored = Map.groupBy([...cashouts, ...sales], ({ key }) => key)
  const asked = new Set(requests.map(({ key }) => key))
  const strangers = [...stored.keys()].filter(key => !asked.has(key)).map(key => `nobody asked for ${key}`)
  return [...strangers, ...requests.flatMap(request => unlike(request, stored.get(request.key) ?? []))]
}

function unlike(request: CallerRequest, rows: Row[]): string[] {
  const { key, answer: reported } = request
  if (reported === null) return [`${key} was never answered`]
  if (reported.status !== 201) return rows.length === 0 ? [] : [`${key} was refused and is there`]
  const [row] = rows
  if (row === undefined || rows.length > 1) return [`${key} was promised and is there ${rows.length} times`]
  const isSale = request.path === '/api/transactions'
  const centavos = Number(request.body.amount) * (isSale ? 1 : 100)
  const ends = isSale ? saleEnds(request) : cashoutEnds(row)
  return [
    ...(row.uuid === reported.body.uuid && row.centavos === String(centavos)
      ? []
      : [`${key} is stored as something else`]),
    ...(ends.includes(row.state) ? [] : [`${key} is ${row.state} and not ${ends.join(' or ')}`]),
  ]
}

const saleEnds = ({ paid }: CallerRequest) => (paid ? ['PAGO'] : ['PENDENTE', 'CANCELADO'])
const cashoutEnds = ({ destination }: Row) => (/^(recusada|negada)@/.test(destination) ? ['refused'] : ['settled'])

/** As an operator requests it. */
async function doctorsWord(connection: Connection): Promise<string[]> {
  const { code, out, err } = await porteira(['doctor', '--json'], environmentOf({ connection }))
  return code === 0 ? [] : [`porteira doctor ended with ${code}: ${out.slice(0, 2_000)} ${err.slice(0, 500)}`]
}
