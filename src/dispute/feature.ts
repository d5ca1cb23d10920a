// Disputes as the rest of the gateway sees them: their verbs, the watch over the PSPs' lists of disputes, and the work that they
// owe. It ends with what it has begun.
import type { Replayed } from '#idempotency/answer.ts'
import type { Failure } from '#kernel/failure.ts'
import type { Commands } from '#proposal/proposal.ts'
import { applyChargeback, type ReportedChargeback } from './chargeback/report.ts'
import { type HandInRequest, recordHandedIn } from './defence/hand-in.ts'
import { type DefenceRequest, submitDefence } from './defence/submit.ts'
import type { DisputeDeps } from './deps.ts'
import { type EndRequest, endByHand, type OpenRequest, openByHand } from './ending/by-hand.ts'
import { FORFEIT, forfeitByTwo } from './ending/forfeit.ts'
import type { ShownDispute } from './list-store.ts'
import { startDisputeWatch } from './watch/watch.ts'
import { startDefenceWork, startReminders } from './worker.ts'

export type DecidedDispute = ShownDispute | Replayed | Failure

export interface DisputeFeature extends AsyncDisposable {
  open(request: OpenRequest): Promise<DecidedDispute>
  end(request: EndRequest): Promise<DecidedDispute>
  /** Stored at once, and sent to the PSP by the worker. */
  defend(request: DefenceRequest): Promise<DecidedDispute>
  /** An operator has handed in what no PSP takes. */
  handIn(request: HandInRequest): Promise<DecidedDispute>
  /** What a card's acquirer reports of a payment that its cardholder contests. */
  applyChargeback(reported: ReportedChargeback): Promise<void>
  /** What takes two operators. */
  readonly commands: Commands
}

export function openDisputes(deps: DisputeDeps): DisputeFeature {
  const defences = startDefenceWork(deps)
  const reminders = startReminders(deps)
  const watch = startDisputeWatch(deps)
  return {
    open: request => openByHand(deps, request),
    end: request => endByHand(deps, request),
    async defend(request) {
      const outcome = await submitDefence(deps, request)
      defences.wake()
      return outcome
    },
    handIn: request => recordHandedIn(deps, request),
    applyChargeback: reported => applyChargeback(deps, reported),
    commands: { [FORFEIT]: forfeitByTwo(deps) },
    async [Symbol.asyncDispose]() {
      await Promise.all([watch.stop(), reminders.stop(), defences.stop()])
    },
  }
}
