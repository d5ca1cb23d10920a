// Replaces the certificate that a PSP is shown, before it ends: the new one is tried beside the old, by asking the PSP for a token, and only
// one that the PSP takes is put in. Gateways at work open the account anew with it; calls under way end with the old one.
import { resolve } from 'node:path'
import { record, THE_GATEWAY } from '#audit/audit.ts'
import { readTlsFiles } from '#composition/tls-files.ts'
import type { PspFiles } from '#config/tls.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { daysLeft } from '#kernel/crypto/certificate.ts'
import { Failure, notFound } from '#kernel/failure.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import type { PspTls } from '#psp/accounts/first-account.ts'
import { openPspAccountOperations } from '#psp/accounts/manage.ts'
import { findPspAccount, type PspAccount } from '#psp/store.ts'
import type { Given, Voice } from './commands.ts'
import type { CommandInfrastructure } from './infrastructure.ts'

const OPTIONS = { certFile: '--cert-file', keyFile: '--key-file', caFile: '--ca-file' }

export async function pspSetCertificate(
  infrastructure: CommandInfrastructure,
  given: Given,
  { print }: Voice,
): Promise<boolean> {
  const fileOf = (name: string) => (given[name] === undefined ? null : resolve(String(given[name])))
  const files = { certFile: fileOf('cert-file'), keyFile: fileOf('key-file'), caFile: fileOf('ca-file') }
  const onlyTry = given.try === true
  const shown = await replace(infrastructure, Number(given.account), files, onlyTry)
  if (shown instanceof Failure) {
    print(`${shown.message}. Nothing was changed.\n`)
    return false
  }
  const { id, name, days, chargesUntried } = shown
  const takes = `PSP account ${id} (${name}) takes this certificate, which lasts ${days} days`
  const untried = chargesUntried ? CHARGES_UNTRIED : ''
  print(onlyTry ? `${takes}. Nothing was changed.\n${untried}` : `${takes}, and is shown it from now on.\n${untried}`)
  return true
}

const CHARGES_UNTRIED = 'Its API of charges, which is shown the same certificate, was not tried.\n'

async function replace(
  infrastructure: CommandInfrastructure,
  id: number,
  files: PspFiles,
  onlyTry: boolean,
): Promise<{ id: number; name: string; days: number | null; chargesUntried: boolean } | Failure> {
  const tls = await readTlsFiles(files, OPTIONS, systemClock())
  const account = await findPspAccount(infrastructure.db, id)
  if (account === null) return notFound('PSP account')
  const refused = await refusedByPsp(infrastructure, account, tls)
  if (refused !== null) return refused
  const changed = onlyTry ? account : await putIn(infrastructure, id, tls)
  if (changed instanceof Failure) return changed
  const days = daysLeft(tls.certificate ?? '', systemClock())
  return { id, name: changed.name, days, chargesUntried: account.collectBaseUrl !== null }
}

/** As in production, whatever this command was started with. */
function putIn(infrastructure: CommandInfrastructure, id: number, tls: PspTls) {
  const operations = openPspAccountOperations({
    ...infrastructure,
    clock: systemClock,
    random: systemRandom,
    production: true,
    takesDebit: () => false,
  })
  return operations.change(id, { credentials: { ...tls } }, (tx, action, now) =>
    record(tx, [{ accountId: SUSPENSE_ACCOUNT_ID, ...action, actor: THE_GATEWAY, reason: 'At the command line' }], now),
  )
}

/** The account as it would be, beside the one that gateways have open. */
async function refusedByPsp(
  { secretBox, openAccount }: CommandInfrastructure,
  account: PspAccount,
  tls: PspTls,
): Promise<Failure | null> {
  const credentials = { ...JSON.parse(secretBox.open(account.credentialsSealed)), ...tls }
  const { psp } = openAccount({ ...account, credentialsSealed: secretBox.seal(JSON.stringify(credentials)) })
  try {
    const outcome = await psp.probe()
    if (outcome.kind === 'done') return null
    return new Failure('CONFLICT', `The PSP gives no token for this certificate (${outcome.reason})`)
  } finally {
    await psp.close()
  }
}
