// What takes two persons, and the deeds that their word carries out: every feature that has some is named here.
import { forfeitByTwo } from '#dispute/forfeit.ts'
import { liftHold } from '#hold/lift.ts'
import { placeHold } from '#hold/place.ts'
import { takeHold } from '#hold/take.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import { MAKE_OPERATOR, makeOperatorDeed } from '#member/operator-deed.ts'
import { REMOVE_OPERATOR, removeOperatorDeed } from '#member/operator-remove.ts'
import { openProposals, type ProposalDesk } from '#proposal/desk.ts'
import { startProposalExpiry } from '#proposal/expire-work.ts'
import type { Deeds } from '#proposal/proposal.ts'
import { closeByTwo, reopenByTwo } from '#reconciliation/close.ts'
import { correctBooks } from '#reconciliation/correct.ts'
import { SALES_UNDER_DISPUTE } from '#sale/disputed.ts'
import type { Ground } from './ground.ts'
import type { News } from './news.ts'

const deedsOf = (ground: Ground, { outbox }: News, mail: MailOutbox): Deeds => ({
  'dispute.forfeit': forfeitByTwo({ ...ground, outbox, sales: SALES_UNDER_DISPUTE }),
  'hold.place': placeHold,
  'hold.lift': liftHold,
  'hold.take': takeHold,
  correction: correctBooks,
  'day.close': closeByTwo,
  'day.reopen': reopenByTwo,
  [MAKE_OPERATOR]: makeOperatorDeed,
  [REMOVE_OPERATOR]: removeOperatorDeed(mail),
})

export function openHouseProposals(
  parts: AsyncDisposableStack,
  ground: Ground,
  news: News,
  mail: MailOutbox,
): ProposalDesk {
  const { db, clock, log } = ground
  const expiry = startProposalExpiry({ db, clock, log })
  parts.defer(() => expiry.stop())
  return openProposals({ db, clock, outbox: news.outbox, deeds: deedsOf(ground, news, mail) })
}
