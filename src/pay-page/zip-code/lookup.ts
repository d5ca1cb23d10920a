// Where a postal code lies, as the service at CEP_URL says, so that a buyer types less. Its answer is a proposal: the buyer may change all
// of it, and where the service is slow, down or unknown the address is typed by hand. Only the eight digits leave the gateway.
import { addressIn, type ZipCodeAddress } from './answer.ts'

/** null: it is not known, or could not be found out in time. */
export type LookUpZipCode = (zipCode: string) => Promise<ZipCodeAddress | null>

const TIMEOUT_MS = 800
const MAX_ANSWER_BYTES = 16_384
/** All of Brazil has about a million; those that are asked about again are few. */
const MAX_KNOWN = 5_000

/** `template` has {cep} where the digits go. */
export function openZipCodes(template: string): LookUpZipCode {
  // Also those that the service does not know, so that nobody makes it work by asking for them again.
  const known = new Map<string, Promise<ZipCodeAddress | null>>()
  return async zipCode => {
    const asked = known.get(zipCode) ?? request(template.replaceAll('{cep}', zipCode))
    known.delete(zipCode)
    known.set(zipCode, asked)
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value as string)
    try {
      return await asked
    } catch {
      if (known.get(zipCode) === asked) known.delete(zipCode)
      return null
    }
  }
}

/** Throws where there is no answer that says anything. */
async function request(address: string): Promise<ZipCodeAddress | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(address, { headers: { accept: 'application/json' }, redirect: 'error', signal })
  if (response.status === 404 || response.status === 400) {
    await response.body?.cancel()
    return null
  }
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`the service of postal codes answered ${response.status}`)
  }
  return addressIn(JSON.parse(await boundedText(response)))
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the service of postal codes answered over ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
