// Compares the PSP settings of the environment with the PSP accounts of the database. The settings only define the first
// account, and later ones are ignored; this file warns of that. It changes nothing.
import { StartProblem } from '#kernel/start-problem.ts'
import type { PspsDeps } from '../deps.ts'
import { credentialsOfAll } from '../kinds.ts'
import { findAccountInForce, type PspAccount } from '../store.ts'
import type { FirstAccount } from './first-account.ts'

export async function compareSettings(
  deps: Pick<PspsDeps, 'db' | 'kinds' | 'production' | 'secretBox'> & {
    log: Pick<PspsDeps['log'], 'warn'>
  },
  settings: FirstAccount,
): Promise<void> {
  const { kind, environment } = settings
  const inForce = await findAccountInForce(deps.db, settings)
  const another = inForce?.kind !== kind || inForce.environment !== environment
  if (deps.production && environment === 'live' && another)
    throw new StartProblem(
      `PSP is ${kind}, but the PSP accounts of this database are others, such as those of a demo. Start with an empty database, or set PSP to what it was made with.`,
    )
  const ignored = inForce === null ? [] : differing(deps, settings, inForce)
  if (ignored.length === 0) return
  const message = 'these settings differ from the PSP account in the database and are ignored: the account is in force'
  deps.log.warn({ settings: ignored, pspAccount: inForce?.name }, message)
}

/** Names only: the values do not belong in a log. */
function differing(
  { secretBox, kinds }: Pick<PspsDeps, 'kinds' | 'secretBox'>,
  settings: FirstAccount,
  inForce: PspAccount,
): string[] {
  const credentials = JSON.parse(secretBox.open(inForce.credentialsSealed))
  const same = {
    PSP: settings.kind === inForce.kind && settings.environment === inForce.environment,
    PSP_BASE_URL: settings.baseUrl === inForce.baseUrl,
    PSP_PIX_KEY: settings.pixKey === inForce.pixKey,
  }
  const others = Object.entries(same).flatMap(([name, isSame]) => (isSame ? [] : name))
  const secrets = [...credentialsOfAll(kinds)].filter(([name]) => settings.credentials[name] !== credentials[name])
  return [...others, ...secrets.map(([, { setting }]) => setting)]
}
