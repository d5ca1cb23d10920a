// What a PSP reports of charges by itself: notices, and its list of what was paid. Both only say where to look. A notice's token is read for
// how much was paid, and the charge itself is looked up for how it stands. A charge in the list whose notice was lost is noticed anew.
import { about } from '#kernel/alert-subject.ts'
import { accountOfPspId } from '#kernel/ids.ts'
import type { ChargeState, Collect, CollectCharge, NoticedCharge } from '#psp/collect/port.ts'
import { stateAfter } from '#psp/collect/state.ts'
import type { Applied } from '#psp/inbox/hint-handlers.ts'
import { applyCardReport } from '../card/apply.ts'
import { expectedOf, lookUp } from '../card/attempt.ts'
import type { CardCharge } from '../card/card.ts'
import { findReportedCards, makeOtherDue, recordCardToken } from '../card/store.ts'
import { type Boleto, saleKeyOf } from '../charge.ts'
import type { ChargeDeps } from '../deps.ts'
import { applyReport, HAS_BEEN_PAID, isTakenBack, type ReportApplied } from './apply.ts'
import { findReported, recordLookup, recordNoticeToken } from './apply-store.ts'
import { takeReading } from './reading-store.ts'

const NO_CHARGES: Applied = { later: 'the PSP account has no API of charges any more' }

/** A callback has named this token. What is kept is gone on with by its charge. */
export async function applyNotice(deps: ChargeDeps, pspAccountId: number, token: string): Promise<Applied> {
  const applied = await applyRead(deps, pspAccountId, token)
  return applied === 'kept' ? 'done' : applied
}

async function applyRead(deps: ChargeDeps, pspAccountId: number, token: string): Promise<ReportApplied> {
  const { collect } = await deps.psps.psp(pspAccountId)
  if (collect === undefined) return NO_CHARGES
  const notBefore = await takeReading(deps.db, pspAccountId, deps.clock())
  if (notBefore !== null) return { later: 'the calls of a day are nearly used', notBefore }
  const read = await collect.readNotice(token)
  if (read.kind !== 'done') return { later: read.reason }
  const boletos = await findReported(deps.db, pspAccountId, read.value)
  const cards = await findReportedCards(
    deps.db,
    pspAccountId,
    read.value.map(({ chargeId }) => chargeId),
  )
  let applied: ReportApplied = 'done'
  for (const noticed of read.value) {
    const boleto = boletos.get(noticed.chargeId)
    const card = cards.get(noticed.chargeId)
    const one =
      card !== undefined
        ? await applyNoticedCard(deps, collect, card, noticed, token)
        : boleto === undefined
          ? ofUnknown(noticed)
          : await applyNoticed(deps, collect, boleto, noticed, token)
    if (one !== 'done') applied = one
  }
  return applied
}

/** Charges that were not made by this gateway are the operator's own business; one that cannot be paid yet was left behind. */
const ofUnknown = ({ ref, state }: NoticedCharge): Applied =>
  state === 'new' || !isOurs(ref) ? 'done' : { later: 'a charge of ours that is not known here' }

const isOurs = (ref: string | null) => ref !== null && accountOfPspId(ref) !== null

async function applyNoticed(
  deps: ChargeDeps,
  collect: Collect,
  boleto: Boleto,
  { chargeId, payments, state: noticed }: NoticedCharge,
  token: string,
): Promise<ReportApplied> {
  if (boleto.noticeToken !== token) await recordNoticeToken(deps.db, boleto, token)
  if (!isNewReport(boleto, noticed)) return 'done'
  const found = await collect.find(chargeId)
  if (found.kind !== 'done') return { later: found.reason }
  if (found.value === null) return { later: 'the PSP does not find the charge' }
  const { state, payment, ref } = found.value
  if (ref !== null && ref !== boleto.ref) return { later: `the PSP says that the charge ${chargeId} is of ${ref}` }
  // Where a lookup tells the amount as well, the notice may be older than the payment.
  const known = payments.length === 0 && payment?.amount != null ? [payment] : payments
  return applyReport(deps, boleto, { state, payments: known })
}

/**
 * PSPs bound the look-ups of a day. One that is paid may have been paid once more; of one that is being issued its issue is answered, or looked up
 * by its due work.
 */
const isNewReport = ({ reportedState, state }: Boleto, noticed: ChargeState): boolean => {
  const isBeingIssued = state === 'OPEN' && (noticed === 'new' || noticed === 'waiting')
  if (isBeingIssued) return false
  return reportedState === null || HAS_BEEN_PAID.has(noticed) || stateAfter(reportedState, noticed) !== reportedState
}

/** What became of an attempt is looked up, and held against what was asked for. */
async function applyNoticedCard(
  deps: ChargeDeps,
  collect: Collect,
  card: CardCharge,
  { state: noticed }: NoticedCharge,
  token: string,
): Promise<Applied> {
  if (card.noticeToken !== token) await recordCardToken(deps.db, card, token)
  if (saysNothing(card, noticed)) return 'done'
  const sale = await deps.sales.find(saleKeyOf(card))
  if (collect.cards === undefined || card.chargeId === null || sale === null) return NO_CHARGES
  const taker = { ...collect, cards: collect.cards }
  const found = await lookUp(taker, card.chargeId, expectedOf(sale, card))
  // Its due work ends it.
  if (found.kind === 'other') await makeOtherDue(deps.db, card, deps.clock())
  if (found.kind === 'new' || found.kind === 'other') return 'done'
  if (found.kind !== 'reported') return { later: found.reason }
  deps.outbox.send(await applyCardReport(deps, card, found.charge))
  return 'done'
}

/** It was opened, or approved, which the answer to that has told. A later report may say more than its state. */
const saysNothing = ({ reportedState }: CardCharge, noticed: ChargeState): boolean =>
  noticed === 'new' || (noticed === 'approved' && reportedState === 'approved')

/** So often a PSP is asked to notice us of a payment, before a person has to. */
const MAX_LOOKUPS = 12

/** A page of the PSP's list of what was paid. Answers how many are of ours, and unknown here. */
export async function compareListed(
  deps: ChargeDeps,
  pspAccountId: number,
  listed: CollectCharge[],
): Promise<{ orphans: number }> {
  const boletos = await findReported(deps.db, pspAccountId, listed)
  const paid = listed.filter(({ state }) => HAS_BEEN_PAID.has(state))
  for (const { chargeId } of paid) {
    const boleto = boletos.get(chargeId)
    if (boleto !== undefined && !isKnown(boleto)) await haveNoticed(deps, boleto)
  }
  return { orphans: paid.filter(({ chargeId, ref }) => !boletos.has(chargeId) && isOurs(ref)).length }
}

/** Of one that was taken back before it was credited here nobody may know yet how much was paid. */
const isKnown = ({ reportedState, state }: Boleto): boolean =>
  reportedState !== null && HAS_BEEN_PAID.has(reportedState) && !(state === 'ISSUED' && isTakenBack(reportedState))

/** The list does not tell how much was paid. `found`: as a lookup shows it. */
export async function haveNoticed(deps: ChargeDeps, boleto: Boleto, found: ChargeState | null = null): Promise<void> {
  const { pspAccountId, chargeId, noticeToken, lookups } = boleto
  if (chargeId === null) return
  const applied = noticeToken === null ? null : await applyRead(deps, pspAccountId, noticeToken)
  if (applied === 'done' || (applied !== null && applied !== 'kept' && applied.notBefore !== undefined)) return
  if (applied !== 'kept' && found !== null && isTakenBack(found))
    await applyReport(deps, boleto, { state: found, payments: [] })
  if (lookups >= MAX_LOOKUPS) return raiseUnknownAmount(deps, boleto)
  const { collect } = await deps.psps.psp(pspAccountId)
  await collect?.requestNotice?.(chargeId)
  await recordLookup(deps.db, boleto)
}

function raiseUnknownAmount({ alerts }: ChargeDeps, boleto: Boleto): void {
  const { accountId, saleId, pspAccountId, chargeId } = boleto
  const params = { accountId, sale: saleId, pspAccountId, chargeId }
  alerts.raiseOnce('BOLETO_AMOUNT_UNKNOWN', params, about('sale', saleKeyOf(boleto)), boleto.ref)
}
