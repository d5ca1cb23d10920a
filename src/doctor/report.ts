// What an examination came to, as a person and as a program read it. Pure.
import type { Examination, Finding } from './examine.ts'

const SECOND_MS = 1_000

/** "transfer 57 of account 1001: ..." */
export function sentenceOf({ table, key, accountId, said: message, rows }: Finding): string {
  const row = key === null ? `${table} of account ${accountId}` : `${table} ${key} of account ${accountId}`
  return `${row}: ${message}.${rows > 1 ? ` It is the first of ${rows}.` : ''}`
}

export function reportForm(examination: Examination) {
  const { findings, beganAt, durationMs, accounts, rows } = examination
  return {
    ok: findings.length === 0,
    beganAt: beganAt.toISOString(),
    durationMs,
    accounts,
    rows,
    entriesPerSecond: perSecond(examination),
    findings: findings.map(finding => ({ ...finding, sentence: sentenceOf(finding) })),
  }
}

function perSecond({ rows, durationMs }: Examination): number {
  return Math.round(((rows.transfer ?? 0) * SECOND_MS) / Math.max(durationMs, 1))
}

export function reportText(examination: Examination): string {
  const { findings, accounts, rows, durationMs } = examination
  const { transfer = 0, ...others } = rows
  const rest = Object.entries(others).map(([table, count]) => `  ${table.padEnd(12)} ${count}\n`)
  const read =
    `Read ${counted(transfer, 'transfer')} of ${counted(accounts, 'account')} in ${(durationMs / SECOND_MS).toFixed(1)} s, ` +
    `${perSecond(examination)} a second, with what stands beside them:\n${rest.join('')}`
  const wrong = findings.map(finding => `! ${sentenceOf(finding)}\n`).join('')
  return `${read}\n${wrong}${conclusion(findings.length)}\n`
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

function conclusion(count: number): string {
  if (count === 0) return 'All is well.'
  return count === 1 ? '1 thing is wrong.' : `${count} things are wrong.`
}
