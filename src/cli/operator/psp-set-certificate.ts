// Replaces the certificate that a PSP is shown, before it ends, as the panel does it: the new one is tried beside the old, and only one that the PSP
// takes is put in. Gateways at work open the account anew with it; calls under way end with the old one.
import { resolve } from 'node:path'
import { record, THE_GATEWAY } from '#audit/audit.ts'
import { readTlsFiles } from '#config/tls-files.ts'
import { SUSPENSE_ACCOUNT_ID } from '#kernel/account/suspense-account.ts'
import { daysLeft } from '#kernel/crypto/certificate.ts'
import { Failure } from '#kernel/failure.ts'
import { systemClock, systemRandom } from '#kernel/time.ts'
import { type ChangedAccount, openPspAccountOperations } from '#psp/accounts/manage.ts'
import type { AccountChange } from '#psp/accounts/settings-after.ts'
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
  const tls = await readTlsFiles(files, OPTIONS, systemClock())
  const onlyTry = given.try === true
  const change = { credentials: { ...tls }, keepUntried: given['keep-untried'] === true && !onlyTry }
  const account = await replace(infrastructure, Number(given.account), change, onlyTry)
  if (account instanceof Failure) {
    print(`${account.message}. Nothing was changed.\n`)
    return false
  }
  const days = daysLeft(tls.certificate ?? '', systemClock())
  const { id, name, certificateTried = true } = account
  const takes = certificateTried
    ? `PSP account ${id} (${name}) takes this certificate, which lasts ${days} days`
    : `PSP account ${id} (${name}) does not answer, and this certificate, which lasts ${days} days, was not tried`
  print(`${takes}${onlyTry ? '. Nothing was changed' : ', and is shown it from now on'}.\n`)
  return true
}

/** As in production, whatever this command was started with. */
function replace(
  infrastructure: CommandInfrastructure,
  id: number,
  change: AccountChange,
  onlyTry: boolean,
): Promise<ChangedAccount | Failure> {
  const operations = openPspAccountOperations({
    ...infrastructure,
    clock: systemClock,
    random: systemRandom,
    production: true,
    takesDebit: () => false,
  })
  if (onlyTry) return operations.tryOut(id, change)
  return operations.change(id, change, (tx, action, now) =>
    record(tx, [{ accountId: SUSPENSE_ACCOUNT_ID, ...action, actor: THE_GATEWAY, reason: 'At the command line' }], now),
  )
}
