// A gateway whose sellers may have recurrences, and what they ask for.
import sql from 'sql-template-tag'
import { addDays, dateAt, type LocalDate } from '#kernel/calendar/local-time.ts'
import { openTestGateway, type Seller, type TestGateway, type TestGatewayOptions } from '../gateway.ts'
import { type Answer, call } from '../http.ts'
import { pastMidnight } from '../midnight.ts'
import { clientOf } from '../sandbox/test-bank.ts'
import { moveBank } from './calendar.ts'

/** Its bank has the same time. Where that is the time of day, the days of a test are reckoned from one today. */
export async function openRecurringGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  if (options.startsAt === undefined) await pastMidnight()
  const gateway = await openTestGateway(options)
  if (options.startsAt !== undefined) await moveBank(gateway, gateway.now())
  return gateway
}

export const PRICE = { fixedCentavos: 50, basisPoints: 0 }

/** With a price for recurring PIX. */
export async function recurringSeller(gateway: TestGateway): Promise<Seller> {
  const seller = await gateway.seller()
  await agree(gateway, seller, PRICE)
  return seller
}

/** null: no price. */
export async function agree(
  { db }: TestGateway,
  { accountId }: Pick<Seller, 'accountId'>,
  price: object | null,
): Promise<void> {
  const agreed = price === null ? null : JSON.stringify(price)
  await db.query(sql`
    update account set fees = case when ${agreed}::jsonb is null then fees - 'pixAutomatico'
      else jsonb_set(fees, '{pixAutomatico}', ${agreed}::jsonb) end, seal = default
    where id = ${accountId}`)
}

export const inDays = (days: number, now = new Date()): LocalDate => addDays(dateAt(now), days)

/** A bank account of the payer, at the bank that is there. */
export const PAYER = { ispb: '99990002', agencia: '0001', conta: '998877' }

let contracts = 0

/** Of journey 2, unless it says otherwise. */
export const recurrenceBody = (more: Record<string, unknown> = {}) => ({
  jornada: 2,
  contrato: `ASSINATURA-${++contracts}`,
  objeto: 'Plano Ouro',
  customer: { name: 'Ana Souza', document: '52998224725' },
  dataInicial: inDays(10),
  periodicidade: 'MENSAL',
  valor: 4990,
  items: [{ title: 'Plano Ouro', unitPrice: 4990, quantity: 1 }],
  ...more,
})

/** Throws where it was refused. */
export async function offered(seller: Seller, more: Record<string, unknown> = {}): Promise<Answer['body']> {
  const answer = await seller.api('POST', '/api/pix-automatico', recurrenceBody(more))
  if (answer.status !== 201) throw new Error(`the recurrence was refused: ${answer.status} ${answer.text}`)
  return answer.body
}

/** What the payer does in the app of their bank. */
export async function inApp(
  gateway: TestGateway,
  idRec: string,
  act: 'accept' | 'refuse' | 'cancel',
  body?: object,
): Promise<Answer> {
  const answer = await call(
    gateway.bankUrl,
    'POST',
    `/sandbox/app/rec/${idRec}/${act}`,
    body === undefined ? {} : { body },
  )
  await lookNow(gateway)
  return answer
}

/** All of them authorise, and the gateway has heard of it. */
export async function acceptAll(
  gateway: TestGateway,
  seller: Seller,
  made: Iterable<{ idRec: string }>,
): Promise<void> {
  const all = [...made]
  for (const { idRec } of all) {
    const accepted = await call(gateway.bankUrl, 'POST', `/sandbox/app/rec/${idRec}/accept`)
    if (accepted.status !== 200) throw new Error(`it was not authorised: ${accepted.status} ${accepted.text}`)
  }
  await lookNow(gateway)
  for (const one of all) await reachesRecurrence(seller, one, 'APROVADA')
}

/** The debits of a recurrence as its seller reads them, by cycle. */
export async function debitsOf(seller: Seller, { idRec }: { idRec: string }): Promise<Answer['body'][]> {
  const { status, body, text } = await seller.api('GET', `/api/pix-automatico/${idRec}/cobrancas?limit=100`)
  if (status !== 200) throw new Error(`the debits are not listed: ${status} ${text}`)
  return body.data.toReversed()
}

/** The sales of a recurrence as its seller reads them, the oldest first. */
export async function salesOf(seller: Seller, { idRec }: { idRec: string }): Promise<Answer['body'][]> {
  const { status, body, text } = await seller.api('GET', `/api/transactions?idRec=${idRec}&limit=100`)
  if (status !== 200) throw new Error(`the sales are not listed: ${status} ${text}`)
  return body.data.toReversed()
}

/** Every recurrence is looked at now, and not in a minute or a day. */
export const lookNow = ({ db, now }: TestGateway) =>
  db.query(sql`update recurrence set due_at = ${now()} where due_at is not null and status <> 'CRIANDO'`)

export const reachesRecurrence = (seller: Seller, { idRec }: { idRec: string }, status: string) =>
  seller.reaches(`/api/pix-automatico/${idRec}`, status)

/** What the bank itself says, under a path such as "/v2/rec/{idRec}". */
export async function atBank(gateway: TestGateway, path: string): Promise<Answer['body']> {
  const client = await clientOf({ url: gateway.bankUrl })
  return (await client.call('GET', path)).body
}

/** So the bank answers the next calls of a route, such as "PATCH /rec". */
export async function failAtBank(gateway: TestGateway, on: string, fate: string, more: object = {}): Promise<void> {
  const { status, text } = await call(gateway.bankUrl, 'POST', '/sandbox/faults', {
    body: { on, fate, times: 1, ...more },
  })
  if (status !== 201) throw new Error(`the bank was not told to fail: ${status} ${text}`)
}

export const healBank = ({ bankUrl }: TestGateway) => call(bankUrl, 'DELETE', '/sandbox/faults')

/** Status and code of a refusal, with its sentence. */
export const refusal = ({ status, body }: Answer): string =>
  `${status} ${body.error ?? body.errorType} ${body.message ?? ''}`
