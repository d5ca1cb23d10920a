// A seller sells by boleto, in steps that each are stored before the next: the row (begin.ts), a charge that nobody can pay, and the boleto of
// it. A caller hears that nothing was charged as long as there is no charge, and may try again; after that the sale is being made, and the
// worker goes on with it where the request cannot.
import type { DialectName } from '#http/failures.ts'
import type { Replayed } from '#idempotency/answer.ts'
import type { KeyRequest } from '#idempotency/key.ts'
import { releasing } from '#idempotency/releasing.ts'
import { aboutPsp } from '#kernel/alert-subject.ts'
import type { Failure } from '#kernel/failure.ts'
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#kernel/time.ts'
import { type Begun, beginBoleto, unavailable, unfinishedMs } from './begin.ts'
import { type Created, concludeAsItIs, concludeIssued, concludeRefused, giveUp } from './conclude.ts'
import type { ChargeDeps } from './deps.ts'
import { type Issuing, issueBoleto, makerOf, NO_MAKER, openCharge, pspRequestOf } from './issue.ts'
import type { BoletoRequest } from './request.ts'
import { putOff, recordOpened } from './store.ts'

export async function createBoleto(
  deps: ChargeDeps,
  request: BoletoRequest,
  key: KeyRequest | null = null,
  dialect: DialectName = 'sale',
): Promise<Created | Replayed | Failure> {
  const begun = await beginBoleto(deps, request, { key, dialect })
  if (!('boleto' in begun)) return begun
  return releasing(deps, begun.hold, () => carryOn(deps, begun), isAnswered)
}

/** One that is still being made goes on under its key. */
const isAnswered = (outcome: Created | Replayed | Failure): boolean =>
  'replayed' in outcome || ('sale' in outcome && outcome.sale.status !== 'EM_PROCESSAMENTO')

/** From where its row stands. */
export async function carryOn(deps: ChargeDeps, begun: Begun): Promise<Created | Replayed | Failure> {
  if (begun.sale.status !== 'EM_PROCESSAMENTO') return concludeAsItIs(deps, begun)
  const opened = begun.boleto.state === 'OPENING' ? await open(deps, begun) : begun
  return 'boleto' in opened ? issue(deps, opened) : opened
}

/** One whose answer is lost is opened anew: nobody can pay the other. */
async function open(deps: ChargeDeps, begun: Begun): Promise<Begun | Created | Replayed | Failure> {
  const { sale, boleto } = begun
  const maker = await makerOf(deps.psps, boleto.pspAccountId)
  const opened = maker === null ? NO_MAKER : await openCharge(maker, sale, await noticeUrlOf(deps, boleto.pspAccountId))
  if (opened.kind === 'refused') return concludeRefused(deps, begun, opened.reason)
  if (opened.kind === 'unknown') return unopened(deps, begun, opened)
  const { chargeId } = opened.value
  const now = deps.clock()
  if (!(await recordOpened(deps.db, boleto, { chargeId, now, dueAt: later(now, unfinishedMs(deps)) })))
    return unavailable({ ref: boleto.ref, reason: 'given up before the answer came' })
  return { ...begun, boleto: { ...boleto, chargeId, state: 'OPEN', updatedAt: now }, isResumed: false }
}

const noticeUrlOf = async ({ psps, callbackUrl }: ChargeDeps, pspAccountId: number): Promise<string> =>
  `${await psps.callbackAddress(pspAccountId, callbackUrl())}/cobranca`

/** Without a key nobody can go on with it. */
async function unopened(
  deps: ChargeDeps,
  { boleto, hold }: Begun,
  { reason, alert }: { reason: string; alert?: true },
): Promise<Failure> {
  if (alert) raiseNotMade(deps, boleto.pspAccountId, reason)
  if (hold === null) await giveUp(deps, boleto)
  return unavailable({ ref: boleto.ref, reason })
}

async function issue(deps: ChargeDeps, begun: Begun): Promise<Created | Replayed | Failure> {
  const issuing = await issueOf(deps, begun)
  switch (issuing.kind) {
    case 'issued': {
      const { made } = issuing
      if (made.boleto === null) throw new Error(`the charge ${made.chargeId} has no boleto`)
      return concludeIssued(deps, begun, { ...made, boleto: made.boleto })
    }
    case 'refused':
      return concludeRefused(deps, begun, issuing.reason)
    case 'unusable':
      return giveBack(deps, begun, issuing)
    default:
      return leave(deps, begun, issuing)
  }
}

async function issueOf({ psps }: ChargeDeps, { sale, boleto, isResumed }: Begun): Promise<Issuing> {
  const { chargeId, pspAccountId } = boleto
  const maker = await makerOf(psps, pspAccountId)
  if (maker === null || chargeId === null) return { kind: 'pending', reason: NO_MAKER.reason }
  return issueBoleto(maker, chargeId, pspRequestOf(sale, boleto), isResumed)
}

async function giveBack(
  deps: ChargeDeps,
  { boleto }: Begun,
  { reason, alert }: Extract<Issuing, { kind: 'unusable' }>,
): Promise<Failure> {
  const { pspAccountId, ref } = boleto
  if (alert) deps.alerts.raise('CHARGE_NOT_AS_REQUESTED', { pspAccountId, reason }, aboutPsp(pspAccountId))
  await giveUp(deps, boleto)
  return unavailable({ ref, reason })
}

/** After each time that the PSP did not say what became of the boleto: ten of them in the day that a creation may take. */
const WAITS_MS = [15 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS]
const LAST_WAIT_MS = 6 * HOUR_MS

/** The worker goes on with it. */
async function leave(
  deps: ChargeDeps,
  begun: Begun,
  { reason, alert }: Extract<Issuing, { kind: 'pending' }>,
): Promise<Created | Replayed | Failure> {
  const { boleto } = begun
  if (alert) raiseNotMade(deps, boleto.pspAccountId, reason)
  await putOff(deps.db, boleto, later(deps.clock(), WAITS_MS[boleto.lookups] ?? LAST_WAIT_MS))
  return concludeAsItIs(deps, begun)
}

const raiseNotMade = (deps: ChargeDeps, pspAccountId: number, reason: string): void =>
  deps.alerts.raise('BOLETO_NOT_MADE', { pspAccountId, reason }, aboutPsp(pspAccountId))
