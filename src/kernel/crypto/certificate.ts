// Certificates and keys as PEM text: what a file holds, whether the two belong together, how long they last. Messages name
// what is wrong and never show a key.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { DAY_MS } from '../time.ts'

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g

/** The certificates of a PEM text in their order; null where one of them cannot be read. */
export function certificatesIn(pem: string): X509Certificate[] | null {
  try {
    return blocksOf(pem, 'CERTIFICATE').map(block => new X509Certificate(block))
  } catch {
    return null
  }
}

/** The first private key of a PEM text; null where there is none, or none that can be read without a password. */
export function privateKeyIn(pem: string): KeyObject | null {
  const [block] = blocksOf(pem, 'PRIVATE KEY')
  try {
    return block === undefined ? null : createPrivateKey(block)
  } catch {
    return null
  }
}

/** `RSA PRIVATE KEY` is a private key too, whatever stands before it. */
function blocksOf(pem: string, ending: string): string[] {
  return [...pem.matchAll(BLOCK)].flatMap(([block, label = '']) => (label.endsWith(ending) ? [block] : []))
}

/** Whole days until the first certificate of the text expires; negative once it has. Null where there is none. */
export function daysLeft(pem: string, now: Date): number | null {
  const [first] = certificatesIn(pem) ?? []
  return first === undefined ? null : Math.floor((first.validToDate.getTime() - now.getTime()) / DAY_MS)
}
