// Tries what a PSP is shown before it replaces what works: the account is opened as it would be, beside the one that is open, and each of its APIs
// is asked for a token over a connection of its own. It changes nothing, here or there.
import { Failure, invalid } from '#kernel/failure.ts'
import type { Opened } from '../open-account.ts'
import type { ProbeOutcome } from '../port.ts'
import type { PspAccount } from '../store.ts'
import type { CredentialsChange } from './credentials.ts'
import { isSameAddress } from './rules.ts'

export type OpenAccount = (account: PspAccount) => Pick<Opened, 'psp'>

/** What TLS shows the PSP, and whom it trusts there. Taken away it is tried as well. */
const OF_TLS = ['certificate', 'privateKey', 'ca']

export const changesTls = (change: CredentialsChange): boolean => OF_TLS.some(name => name in change)

type Addresses = Pick<PspAccount, 'environment' | 'baseUrl' | 'collectBaseUrl'>

/** The trial shows the secret to whoever is there, and no audit entry says so before: at another address it is one that the operator knows. */
export function refusedElsewhere(before: Addresses, after: Addresses, change: CredentialsChange): Failure | null {
  if ('clientSecret' in change) return null
  const isKnown = (address: string | null, next: string | null) =>
    next === null || (address !== null && isSameAddress(before, address, next))
  return isKnown(before.baseUrl, after.baseUrl) && isKnown(before.collectBaseUrl, after.collectBaseUrl)
    ? null
    : invalid('clientSecret', 'the secret again, since what is tried at another address is shown to it')
}

/** null: the PSP gives a token. PSP_UNAVAILABLE: it was not reached, and nothing is known. */
export async function refusedByPsp(
  open: OpenAccount,
  account: PspAccount,
  change: CredentialsChange,
): Promise<Failure | null> {
  const { psp } = open(account)
  const { collect } = psp
  try {
    const failures = [
      failureOf(await psp.probe(), change, 'the PSP'),
      // It lies at an address of its own, and is shown the same.
      collect === undefined ? null : failureOf(await collect.probe(), change, "the PSP's API of charges"),
    ].filter(failure => failure !== null)
    // What one of them refuses is not kept untried because the other one is not reached.
    return failures.find(({ code }) => code !== 'PSP_UNAVAILABLE') ?? failures[0] ?? null
  } finally {
    await psp.close()
  }
}

function failureOf(outcome: ProbeOutcome, change: CredentialsChange, who: string): Failure | null {
  if (outcome.kind === 'done') return null
  const { trouble, reason } = outcome
  const isOfCa = firstOf(change) === 'ca'
  if (trouble === 'unreached' || (trouble === 'cut' && isOfCa))
    return new Failure(
      'PSP_UNAVAILABLE',
      `${firstOf(change)}: not tried, since ${who} does not answer (${reason}); it can be kept untried`,
    )
  if (trouble === 'untrusted') return invalid('ca', `who signed the certificate that ${who} shows (${reason})`)
  if (trouble === 'misnamed')
    return invalid('baseUrl', `the name that is in the certificate that ${who} shows (${reason})`)
  // Whom we trust is right: the PSP has answered, or judged what we show it.
  if (isOfCa) return null
  const field = outcome.kind === 'refused' && 'clientSecret' in change ? 'clientSecret' : firstOf(change)
  return invalid(field, `one that ${who} gives a token for; it gave none (${reason})`)
}

/** Certificate and key are known to belong together: where both or one is wrong, the certificate is. */
const firstOf = (change: CredentialsChange): string =>
  'certificate' in change || 'privateKey' in change ? 'certificate' : 'ca'
