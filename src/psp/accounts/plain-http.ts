// Live PSP accounts whose address begins with http://. In production none can be saved; one that an older version has saved
// stops the start, as it would stop the first one.
import type { Queryable } from '#db/postgres.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import type { PspAccount } from '../store.ts'
import { listAddresses } from './store.ts'

type Addresses = Pick<PspAccount, 'environment' | 'baseUrl' | 'collectBaseUrl'>

export const isInTheClear = ({ environment, baseUrl, collectBaseUrl }: Addresses): boolean =>
  environment === 'live' && [baseUrl, collectBaseUrl].some(url => url?.startsWith('http:') === true)

/** How to correct it, also while no gateway runs. */
export function setAddressCommand({ id, baseUrl }: { id: number; baseUrl: string }): string {
  const option = baseUrl.startsWith('http:') ? '--url' : '--collect-url'
  return `porteira psp set-address --account ${id} ${option} https://...`
}

export async function refuseInTheClear(db: Queryable): Promise<void> {
  const bad = (await listAddresses(db)).filter(isInTheClear)
  if (bad.length === 0) return
  const named = bad.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new StartProblem(
    `The address of the live PSP account ${named} begins with http://: in production its credentials would be sent in the clear. Give it one that begins with https:// (${bad.map(setAddressCommand).join('; ')}) and start again.`,
  )
}
