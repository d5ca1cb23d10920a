// Asks every PSP in use how it stands with this gateway: whether it lets us in, what lies there, where it calls back, whether the
// clocks agree, how long our certificate lasts. It changes nothing, here or there, and what it answers holds no secret.
import type { Database } from '#db/postgres.ts'
import { type Centavos, centavos, toReais } from '#kernel/money.ts'
import { SECOND_MS } from '#kernel/time.ts'
import { isInTheClear, setAddressCommand } from '#psp/accounts/plain-http.ts'
import { listManaged, type ManagedAccount } from '#psp/accounts/store.ts'
import type { Collect } from '#psp/collect/port.ts'
import type { PspDirectory } from '#psp/directory.ts'
import type { Outcome, Psp } from '#psp/port.ts'

export interface CheckDeps {
  db: Database
  psps: PspDirectory
  /** The address that PSPs are given, without the token. */
  callbackUrl: string
  isSameAddress: (expected: string, address: string) => boolean
}

export interface PspReport {
  id: number
  name: string
  kind: string
  environment: string
  payIn: boolean
  payOut: boolean
  token: { ok: boolean; ms: number }
  /** The token of the API of charges, by boleto and card; null: the account has none. */
  charges: { ok: boolean; ms: number } | null
  /** How far the PSP's clock is ahead; null where it sends no time. */
  clockSkewMs: number | null
  /** In reais; null where the PSP does not say. */
  balance: string | null
  /** `host` only: the whole address holds the token. */
  callbacks: { host: string | null; ours: boolean }
  /** null: no certificate is shown to this PSP. */
  certificateDaysLeft: number | null
  /** What is wrong, one sentence each. */
  problems: string[]
}

const MAX_ACCOUNTS = 1_000
const MAX_SKEW_MS = 5 * SECOND_MS
const SOON_DAYS = 30

export async function checkPsps(deps: CheckDeps): Promise<PspReport[]> {
  const accounts = await listManaged(deps.db, { cursor: null, limit: MAX_ACCOUNTS })
  // What stops the next start is said also of one that is switched off.
  const inUse = accounts.filter(account => account.payInEnabled || account.payOutEnabled || isInTheClear(account))
  return Promise.all(inUse.reverse().map(account => check(deps, account)))
}

async function check(deps: CheckDeps, account: ManagedAccount): Promise<PspReport> {
  const { id, name, kind, environment, payInEnabled, payOutEnabled } = account
  const report: PspReport = {
    id,
    name,
    kind,
    environment,
    payIn: payInEnabled,
    payOut: payOutEnabled,
    token: { ok: false, ms: 0 },
    charges: null,
    clockSkewMs: null,
    balance: null,
    callbacks: { host: null, ours: false },
    certificateDaysLeft: null,
    problems: isInTheClear(account) ? [inTheClear(account)] : [],
  }
  const psp = await deps.psps.psp(id).catch(() => null)
  if (psp === null) {
    report.problems.push(UNSEALED)
    return report
  }
  await checkCertificate(deps, report)
  await checkToken(psp, report)
  // Without a token every other question has the same answer.
  if (report.token.ok) await Promise.all([checkBalance(psp, report), checkCallbacks(deps, psp, report)])
  if (report.token.ok && psp.collect !== undefined) await checkCharges(psp.collect, report, account)
  return report
}

const inTheClear = (account: ManagedAccount) =>
  `This live account is called over http://: its credentials and all answers can be read and changed on the way, and no gateway in production starts with it. Give it an address that begins with https:// (${setAddressCommand(account)}).`

const UNSEALED =
  'The credentials of this account cannot be opened. Use the ENCRYPTION_KEY, or the data folder, that the gateway is started with.'

async function checkCertificate({ psps }: CheckDeps, report: PspReport): Promise<void> {
  const days = await psps.certificateDaysLeft(report.id)
  report.certificateDaysLeft = days
  if (days === null || days >= SOON_DAYS) return
  const state = days < 0 ? 'has expired' : `expires in ${days} days`
  report.problems.push(
    `The certificate that is shown to the PSP ${state}. Get a new one from the PSP and give it to the account.`,
  )
}

async function checkToken(psp: Psp, report: PspReport): Promise<void> {
  const { outcome, ms } = await timed(() => psp.probe())
  report.token = { ok: outcome.kind === 'done', ms }
  if (outcome.kind !== 'done') {
    report.problems.push(tokenProblem(outcome, report, 'The PSP'))
    return
  }
  const skew = outcome.value.clockSkewMs
  report.clockSkewMs = skew
  if (skew !== null && Math.abs(skew) > MAX_SKEW_MS)
    report.problems.push(
      `The PSP's clock and this machine's differ by ${seconds(Math.abs(skew))} s. Have this machine's clock synchronised.`,
    )
}

async function timed<T>(call: () => Promise<T>): Promise<{ outcome: T; ms: number }> {
  const began = performance.now()
  const outcome = await call()
  return { outcome, ms: Math.round(performance.now() - began) }
}

/** It has an address and a token of its own. Buyers who pay in parts pay no interest. */
async function checkCharges(collect: Collect, report: PspReport, { cardEnabled }: ManagedAccount): Promise<void> {
  const { outcome, ms } = await timed(() => collect.probe())
  report.charges = { ok: outcome.kind === 'done', ms }
  if (outcome.kind !== 'done') {
    report.problems.push(tokenProblem(outcome, report, "The PSP's API of charges"))
    return
  }
  if (!cardEnabled) return
  const interest = await collect.cards?.findInterest?.(ASKED_TOTAL)
  if (interest === undefined) return
  if (interest.kind !== 'done')
    report.problems.push(`Whether buyers who pay in parts would pay interest cannot be read (${interest.reason}).`)
  else if (interest.value.length > 0)
    report.problems.push(
      `The PSP charges buyers interest for ${interest.value.join(', ')} instalments. Such an attempt is cancelled here: have the account at the PSP sell instalments without interest.`,
    )
}

/** Enough for twelve parts. */
const ASKED_TOTAL = centavos(1_000_00)

export const seconds = (ms: number): string => (ms / SECOND_MS).toFixed(1)

type Trouble = Exclude<Outcome<unknown>, { kind: 'done' }>

function tokenProblem(outcome: Trouble, { environment }: PspReport, who: string): string {
  if (outcome.kind === 'refused')
    return `${who} refuses the client id and the secret (${outcome.reason}). Check them with the PSP, and change them in the account.`
  const remedy =
    environment === 'test' && outcome.reason.endsWith('ECONNREFUSED')
      ? 'The sandbox bank runs only while the gateway does.'
      : 'Check that it is reached from here, and that it takes the certificate.'
  return `${who} gives no token (${outcome.reason}). ${remedy}`
}

async function checkBalance({ balance }: Psp, report: PspReport): Promise<void> {
  const outcome: Outcome<Centavos> | null = balance && (await balance())
  if (outcome?.kind === 'done') report.balance = toReais(outcome.value)
  else if (outcome !== null) report.problems.push(`The balance cannot be read (${outcome.reason}).`)
}

async function checkCallbacks(deps: CheckDeps, psp: Psp, report: PspReport): Promise<void> {
  const outcome = await psp.findCallbacks()
  if (outcome.kind !== 'done') {
    report.problems.push(`Where the PSP calls back cannot be read (${outcome.reason}).`)
    return
  }
  const address = outcome.value
  const expected = await deps.psps.callbackAddress(report.id, deps.callbackUrl)
  const ours = address !== null && deps.isSameAddress(expected, address)
  report.callbacks = { host: address === null ? null : (URL.parse(address)?.host ?? 'unreadable'), ours }
  if (!ours) report.problems.push(callbackProblem(report.callbacks.host, deps.callbackUrl))
}

function callbackProblem(host: string | null, ours: string): string {
  const state = host === null ? 'has no address to call back' : `calls back at another address than ours, on ${host}`
  return `The PSP ${state}. A gateway that runs registers ${ours} within an hour; check PUBLIC_URL and the gateway's log.`
}
