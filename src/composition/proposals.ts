// What takes two persons, and the deeds that their word carries out: every feature that has some is named here.
import { forfeitByTwo } from '#dispute/ending/forfeit.ts'
import { placeHold } from '#hold/order/place.ts'
import { releaseHold } from '#hold/order/release.ts'
import { seizeHold } from '#hold/order/seize.ts'
import type { MailOutbox } from '#mail/outbox.ts'
import { MAKE_OPERATOR, makeOperatorCommand } from '#member/operator/promote.ts'
import { REMOVE_OPERATOR, removeOperatorCommand } from '#member/operator/remove.ts'
import { startProposalExpiry } from '#proposal/expiry-worker.ts'
import { openProposals, type ProposalOperations } from '#proposal/manage.ts'
import type { Commands } from '#proposal/proposal.ts'
import { correctBooks } from '#reconciliation/case/correct.ts'
import { closeByTwo, reopenByTwo } from '#reconciliation/day/close.ts'
import { SALES_UNDER_DISPUTE } from '#sale/dispute/disputed-sale.ts'
import type { Events } from './events.ts'
import type { Infrastructure } from './infrastructure.ts'

const commandsOf = (infrastructure: Infrastructure, { outbox }: Events, mail: MailOutbox): Commands => ({
  'dispute.forfeit': forfeitByTwo({ ...infrastructure, outbox, sales: SALES_UNDER_DISPUTE }),
  'hold.place': placeHold,
  'hold.lift': releaseHold,
  'hold.take': seizeHold,
  correction: correctBooks,
  'day.close': closeByTwo,
  'day.reopen': reopenByTwo,
  [MAKE_OPERATOR]: makeOperatorCommand,
  [REMOVE_OPERATOR]: removeOperatorCommand(mail),
})

export function openHouseProposals(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  events: Events,
  mail: MailOutbox,
): ProposalOperations {
  const { db, clock, log } = infrastructure
  const expiry = startProposalExpiry({ db, clock, log })
  resources.defer(() => expiry.stop())
  return openProposals({ db, clock, outbox: events.outbox, commands: commandsOf(infrastructure, events, mail) })
}
