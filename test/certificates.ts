// A certificate authority for one test: it issues what servers and clients show each other. Nothing is kept on disk.
import { type CertificateExtension, generate } from 'selfsigned'
import { DAY_MS } from '#kernel/time.ts'

/** A certificate with its key, both as PEM text. */
export interface Issued {
  cert: string
  key: string
}

export interface Authority {
  /** The authority's own certificate: who trusts it trusts every certificate that it issues. */
  ca: string
  /** For a server on this machine that `name` is another name of, or for a client. Fewer than 0 days: it has expired. */
  issue(name: string, options?: { client?: boolean; days?: number }): Promise<Issued>
}

const LONG_DAYS = 30

export async function makeAuthority(name = 'Test Authority'): Promise<Authority> {
  const own = await certificate(name, LONG_DAYS, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ])
  return {
    ca: own.cert,
    issue: (subject, { client = false, days = LONG_DAYS } = {}) =>
      certificate(subject, days, client ? CLIENT : serverOf(subject), own),
  }
}

const USAGE: CertificateExtension[] = [
  { name: 'basicConstraints', cA: false, critical: true },
  { name: 'keyUsage', digitalSignature: true, critical: true },
]

const CLIENT: CertificateExtension[] = [...USAGE, { name: 'extKeyUsage', clientAuth: true }]

const serverOf = (subject: string): CertificateExtension[] => [
  ...USAGE,
  { name: 'extKeyUsage', serverAuth: true },
  {
    name: 'subjectAltName',
    altNames: [
      { type: 2, value: 'localhost' },
      { type: 2, value: subject },
      { type: 7, ip: '127.0.0.1' },
    ],
  },
]

async function certificate(
  subject: string,
  days: number,
  extensions: CertificateExtension[],
  ca?: Issued,
): Promise<Issued> {
  const now = Date.now()
  const made = await generate([{ name: 'commonName', value: subject }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A day back, and further for those that have expired: a certificate begins before it ends.
    notBeforeDate: new Date(now - DAY_MS + Math.min(days, 0) * DAY_MS),
    notAfterDate: new Date(now + days * DAY_MS),
    extensions,
    ...(ca && { ca }),
  })
  return { cert: made.cert, key: made.private }
}
