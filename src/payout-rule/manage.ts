// Where payout rules are changed. What protects more is in force at once. What protects less waits until as many other people
// of the account have agreed as the rule in force asks for, each to the very change that they have read; only the operator may
// weaken a rule without them. The rule's row is locked meanwhile, and every change stands in the audit log with what was before.
import type { FastifyBaseLogger } from 'fastify'
import { findApprovers, lockApprovers } from '#access/approvers/store.ts'
import { type Actor, record } from '#audit/audit.ts'
import type { Database, Transaction } from '#db/postgres.ts'
import type { SecretBox } from '#kernel/crypto/secret-box.ts'
import { mintWebhookSecret } from '#kernel/crypto/signature.ts'
import { Failure } from '#kernel/failure.ts'
import type { Language } from '#kernel/language.ts'
import type { Clock, RandomBytes } from '#kernel/time.ts'
import { countedIn, NOTHING_WAITS, othersThan, type RuleReader, refusedAgreement, ruleReader } from './agreement.ts'
import {
  type ApprovalChange,
  type ApprovalRule,
  confirmedAloneFrom,
  isSameChange,
  refusedLockOut,
  refusedPassingOver,
  tooFew,
  tooFewOthers,
  type VelocityChange,
  type VelocityRule,
  weakened,
} from './rule.ts'
import { computeUsual, findRule, type KeptRule, lockRule, rememberPayees, saveRule } from './store.ts'

export interface PayoutRuleDeps {
  db: Database
  clock: Clock
  random: RandomBytes
  secretBox: SecretBox
  log: FastifyBaseLogger
  /** Every owner hears of a change that protects less, before it can be in force. In the transaction of the proposal. */
  mailOwners: (tx: Transaction, proposed: Proposed) => Promise<void>
  /** After the commit. */
  wakeMail: () => void
}

export interface Proposed {
  accountId: number
  by: string | null
  language: Language
  /** From when on its author confirms it alone; null: others have to agree. */
  aloneFrom: Date | null
  now: Date
}

/** A rule after a change. `secret` where a new one signs the questions to the account's address: it is shown once. */
export interface RuleAfter {
  rule: KeptRule
  secret: string | null
  /** It waits for others. */
  waits: boolean
}

export interface RuleOperations {
  /** With the agreements that still count. */
  find(accountId: number): Promise<KeptRule>
  /** What the rule is for a person of the account. */
  readerOf(accountId: number, rule: KeptRule, userId: string): Promise<RuleReader>
  /** By a person of the account. */
  change(accountId: number, change: ApprovalChange, actor: Actor, language: Language): Promise<RuleAfter | Failure>
  /** Another one agrees to the change that waits, which must be the one that they name. */
  agree(accountId: number, change: ApprovalChange, actor: Actor): Promise<RuleAfter | Failure>
  /** Anybody takes back the change that waits. */
  reject(accountId: number, actor: Actor): Promise<RuleAfter | Failure>
  /** Questions to the account's address are signed with another secret from now on: the old one proves nothing any more. */
  renewSecret(accountId: number, actor: Actor): Promise<RuleAfter | Failure>
  /** By the operator, with a reason. */
  set(accountId: number, change: RuleChange, actor: Actor, reason: string): Promise<RuleAfter | Failure>
}

export interface RuleChange {
  approval?: ApprovalChange
  outflow?: VelocityChange
}

export function openRuleOperations(deps: PayoutRuleDeps): RuleOperations {
  const under = (
    accountId: number,
    work: (tx: Transaction, kept: KeptRule, now: Date) => Promise<RuleAfter | Failure>,
  ) =>
    deps.db.transaction(async tx => {
      const now = deps.clock()
      return work(tx, await lockRule(tx, accountId, now), now)
    })
  return {
    find: async accountId => countedIn(await findRule(deps.db, accountId), await findApprovers(deps.db, accountId)),
    readerOf: async (accountId, rule, userId) =>
      ruleReader(rule, await findApprovers(deps.db, accountId), userId, deps.clock()),
    async change(accountId, change, actor, language) {
      const after = await under(accountId, (tx, kept, now) =>
        changeOwn(tx, deps, { accountId, kept, change, actor, now, language }),
      )
      deps.wakeMail()
      return after
    },
    agree: (accountId, change, actor) =>
      under(accountId, (tx, kept, now) => agreeTo(tx, deps, { accountId, kept, change, actor, now })),
    reject: (accountId, actor) =>
      under(accountId, (tx, kept, now) => rejectProposal(tx, { accountId, kept, actor, now })),
    renewSecret: (accountId, actor) =>
      under(accountId, (tx, kept, now) => renew(tx, deps, { accountId, kept, actor, now })),
    set: (accountId, change, actor, reason) =>
      under(accountId, (tx, kept, now) => put(tx, deps, { accountId, kept, actor, now, reason }, change)),
  }
}

interface Action {
  accountId: number
  kept: KeptRule
  actor: Actor
  now: Date
  reason?: string
}

interface OwnChange extends Action {
  change: ApprovalChange
  language: Language
}

async function changeOwn(tx: Transaction, deps: PayoutRuleDeps, action: OwnChange) {
  const { accountId, kept, change, actor, now, language } = action
  const approvers = await lockApprovers(tx, accountId)
  const others = othersThan(approvers, actor.id)
  const after = { ...kept.approval, ...change }
  const fields = weakened(kept.approval, after)
  const refused =
    (fields.length === 0 ? null : tooFewOthers(kept.approval, others)) ??
    tooFew(after, approvers.length) ??
    refusedLockOut(after, others) ??
    refusedPassingOver(kept.approval, after, others)
  if (refused !== null) return refused
  if (fields.length === 0) return put(tx, deps, action, { approval: change })
  const rule = { ...kept, proposal: { change, by: actor.id ?? '', at: now, agreements: [] } }
  await saveRule(tx, accountId, rule, now)
  await recordChange(tx, action, 'payout-rule.change-proposed', { change, weakens: fields })
  const aloneFrom = confirmedAloneFrom(kept.approval, now, others)
  await deps.mailOwners(tx, { accountId, by: actor.id, language, aloneFrom, now })
  return { rule, secret: null, waits: true }
}

async function rejectProposal(tx: Transaction, action: Action) {
  const { accountId, kept, now } = action
  if (kept.proposal === null) return new Failure('CONFLICT', NOTHING_WAITS)
  const rule = { ...kept, proposal: null }
  await saveRule(tx, accountId, rule, now)
  await recordChange(tx, action, 'payout-rule.change-rejected', { change: kept.proposal.change })
  return { rule, secret: null, waits: false }
}

async function agreeTo(tx: Transaction, deps: PayoutRuleDeps, action: Action & { change: ApprovalChange }) {
  const { accountId, change, actor, now } = action
  const approvers = await lockApprovers(tx, accountId)
  const kept = countedIn(action.kept, approvers)
  const { proposal } = kept
  const userId = actor.id ?? ''
  const refused = refusedAgreement(kept, approvers, userId, now)
  if (proposal === null || refused !== null) return refused ?? new Failure('CONFLICT', NOTHING_WAITS)
  if (!isSameChange(proposal.change, change))
    return new Failure('CONFLICT', 'change: another one waits by now; please read it again')
  const tooFewLeft = tooFew({ ...kept.approval, ...change }, approvers.length)
  if (tooFewLeft !== null) return tooFewLeft
  await recordChange(tx, action, 'payout-rule.change-agreed', { change })
  const before = proposal.agreements.filter(agreement => agreement.userId !== userId)
  const agreements = [...before, { userId, at: now }]
  const isEnough = proposal.by === userId || agreements.length >= kept.approval.approvalsNeeded
  if (isEnough) return put(tx, deps, { ...action, kept: { ...kept, proposal: null } }, { approval: change })
  const rule = { ...kept, proposal: { ...proposal, agreements } }
  await saveRule(tx, accountId, rule, now)
  return { rule, secret: null, waits: true }
}

/** In force from this commit. */
async function put(
  tx: Transaction,
  deps: PayoutRuleDeps,
  action: Action,
  change: RuleChange,
): Promise<RuleAfter | Failure> {
  const { accountId, kept, now } = action
  const approval = { ...kept.approval, ...change.approval }
  const velocity = { ...kept.outflow, ...change.outflow }
  const refused = change.approval === undefined ? null : tooFew(approval, (await findApprovers(tx, accountId)).length)
  if (refused !== null) return refused
  const { secret, sealed } = secretFor(deps, kept, approval)
  const rule = { ...kept, approval, outflow: velocity, checkSecretSealed: sealed }
  await saveRule(tx, accountId, rule, now)
  await gather(tx, accountId, { approval: kept.approval, outflow: kept.outflow }, rule, now)
  await recordChange(tx, action, 'payout-rule.changed', {
    ...differences(kept.approval, approval),
    ...differences(kept.outflow, velocity),
  })
  return { rule, secret, waits: false }
}

/** A new address gets a secret of its own. */
function secretFor({ random, secretBox }: PayoutRuleDeps, kept: KeptRule, { approvalUrl }: ApprovalRule) {
  if (approvalUrl === null) return { secret: null, sealed: null }
  if (approvalUrl === kept.approval.approvalUrl) return { secret: null, sealed: kept.checkSecretSealed }
  return mint({ random, secretBox })
}

function mint({ random, secretBox }: Pick<PayoutRuleDeps, 'random' | 'secretBox'>) {
  const secret = mintWebhookSecret(random)
  return { secret, sealed: secretBox.seal(secret) }
}

/** It protects no less: until the address knows the new one, people are asked. */
async function renew(tx: Transaction, deps: PayoutRuleDeps, action: Action) {
  const { accountId, kept, now } = action
  if (kept.approval.approvalUrl === null) return new Failure('CONFLICT', 'No address of this account is asked')
  const { secret, sealed } = mint(deps)
  const rule = { ...kept, checkSecretSealed: sealed }
  await saveRule(tx, accountId, rule, now)
  await recordChange(tx, action, 'payout-rule.secret-renewed', {})
  return { rule, secret, waits: false }
}

interface Rules {
  approval: ApprovalRule
  outflow: VelocityRule
}

/** What a rule that has just been turned on is judged by. */
async function gather(tx: Transaction, accountId: number, before: Rules, after: Rules, now: Date): Promise<void> {
  if (before.approval.newPayeeAboveCents === null && after.approval.newPayeeAboveCents !== null)
    await rememberPayees(tx, accountId)
  if (before.outflow.timesUsual === null && after.outflow.timesUsual !== null) await computeUsual(tx, [accountId], now)
}

function differences<Rule extends object>(before: Rule, after: Rule): Record<string, unknown> {
  const names = Object.keys(after) as (keyof Rule & string)[]
  const changed = names.filter(name => before[name] !== after[name])
  return Object.fromEntries(changed.map(name => [name, { before: before[name], after: after[name] }]))
}

const recordChange = (
  tx: Transaction,
  { accountId, actor, now, reason }: Action,
  action: string,
  detail: Record<string, unknown>,
) =>
  record(
    tx,
    [{ accountId, actor, action, subject: 'payout_rule', subjectId: accountId, reason: reason ?? null, detail }],
    now,
  )
