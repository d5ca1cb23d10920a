// What `psp check` found, as lines for a person. Pure.
import { type PspReport, seconds } from './psp-check.ts'

export function reportText(reports: PspReport[]): string {
  const problems = reports.flatMap(report => report.problems).length
  const end = problems === 0 ? 'All is well.' : `${problems} ${problems === 1 ? 'thing is' : 'things are'} wrong.`
  return `${[...reports.map(accountText), end].join('\n\n')}\n`
}

function accountText(report: PspReport): string {
  const { id, name, kind, environment, payIn, payOut, problems } = report
  const rows = Object.entries(rowsOf(report)).map(([label, value]) => `  ${label.padEnd(12)} ${value}`)
  return [
    `PSP account ${id}: ${name} (${kind}, ${environment}), pay-in ${onOff(payIn)}, pay-out ${onOff(payOut)}`,
    ...rows,
    ...problems.map(problem => `  ! ${problem}`),
  ].join('\n')
}

function rowsOf({
  token,
  charges,
  clockSkewMs,
  balance,
  callbacks,
  certificateDaysLeft,
}: PspReport): Record<string, string> {
  const certificate = certificateDaysLeft === null ? 'none' : `${certificateDaysLeft} days left`
  if (!token.ok) return { token: 'no', certificate }
  return {
    token: `ok, ${token.ms} ms`,
    ...(charges !== null && { charges: charges.ok ? `ok, ${charges.ms} ms` : 'no' }),
    clock: clockSkewMs === null ? 'not told' : `${clockSkewMs < 0 ? '-' : '+'}${seconds(Math.abs(clockSkewMs))} s`,
    balance: balance === null ? 'not told' : `R$ ${balance}`,
    callbacks: `${callbacks.host ?? 'none'}, ours: ${callbacks.ours ? 'yes' : 'no'}`,
    certificate,
  }
}

const onOff = (on: boolean) => (on ? 'on' : 'off')
