// The certificates and keys that the configuration names, read and judged at the start: what a PSP would refuse later stops the
// start, with a sentence that says what to do. No sentence holds anything of a key.
import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { certificatesIn, privateKeyIn } from '#kernel/crypto/certificate.ts'
import { asStartProblem, StartProblem } from '#kernel/start-problem.ts'
import type { PspTls } from '#psp/accounts/first-account.ts'
import type { CallbackTls } from '#psp/inbox/callback-listener.ts'
import type { Config } from './config.ts'
import type { PspFiles } from './tls.ts'

const SETTINGS = { certFile: 'PSP_CERT_FILE', keyFile: 'PSP_KEY_FILE', caFile: 'PSP_CA_FILE' }

export const readPspTls = ({ psp }: Pick<Config, 'psp'>, now: Date): Promise<PspTls> => readTlsFiles(psp, SETTINGS, now)

/** `names`: what names each file, for a sentence about it. */
export async function readTlsFiles(
  { certFile, keyFile, caFile }: PspFiles,
  names: typeof SETTINGS,
  now: Date,
): Promise<PspTls> {
  const pair =
    certFile === null || keyFile === null
      ? {}
      : await readPair({ name: names.certFile, file: certFile }, { name: names.keyFile, file: keyFile }, now)
  return { ...pair, ...(caFile !== null && { ca: await readAuthority({ name: names.caFile, file: caFile }, now) }) }
}

export async function readCallbackTls(callback: NonNullable<Config['callback']>, now: Date): Promise<CallbackTls> {
  const pair = await readPair(
    { name: 'CALLBACK_TLS_CERT_FILE', file: callback.certFile },
    { name: 'CALLBACK_TLS_KEY_FILE', file: callback.keyFile },
    now,
  )
  return {
    ...pair,
    clientCa: await readAuthority({ name: 'CALLBACK_CLIENT_CA_FILE', file: callback.clientCaFile }, now),
  }
}

/** A file with the setting that names it. */
interface Named {
  name: string
  file: string
}

/** One file may hold both. The certificate that the key belongs to comes first, those that vouch for it follow. */
async function readPair(cert: Named, key: Named, now: Date): Promise<{ certificate: string; privateKey: string }> {
  const certificates = await readCertificates(cert)
  const privateKey = privateKeyIn(await readPem(key))
  if (privateKey === null)
    throw new StartProblem(
      `${key.name}: ${key.file} holds no private key in PEM that can be read without a password. ` +
        `Take the password off: openssl pkey -in ${key.file} -out key.pem`,
    )
  const own = certificates.find(certificate => certificate.checkPrivateKey(privateKey))
  if (own === undefined)
    throw new StartProblem(
      `${key.name}: the key in ${key.file} does not belong to the certificate in ${cert.file}. ` +
        `Set ${cert.name} and ${key.name} to the two files that were issued together.`,
    )
  refuseOutOfDate(cert, own, now)
  const chain = [own, ...certificates.filter(certificate => certificate !== own)]
  return { certificate: pemOf(chain), privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

async function readAuthority(named: Named, now: Date): Promise<string> {
  const certificates = await readCertificates(named)
  const lasting = certificates.filter(({ validToDate }) => validToDate > now)
  if (lasting.length > 0) return pemOf(certificates)
  throw new StartProblem(
    `${named.name}: every certificate in ${named.file} has expired. Ask the PSP for the present one.`,
  )
}

async function readCertificates(named: Named): Promise<X509Certificate[]> {
  const certificates = certificatesIn(await readPem(named))
  if (certificates !== null && certificates.length > 0) return certificates
  throw new StartProblem(`${named.name}: ${named.file} holds no certificate in PEM that can be read.`)
}

// The first byte of every DER structure, such as a PKCS#12 file (.p12, .pfx).
const DER = 0x30

async function readPem({ name, file }: Named): Promise<string> {
  const bytes = await readFile(file).catch(error => {
    throw asStartProblem(
      `${name}: ${file} cannot be read. Check that it is there and that this user may read it`,
      error,
    )
  })
  if (bytes[0] !== DER) return bytes.toString('latin1')
  throw new StartProblem(
    `${name}: ${file} is not PEM. Convert a .p12 file once, and name the new file for both the certificate and the key: ` +
      `openssl pkcs12 -in ${file} -passin pass: -nodes -out psp.pem (add -legacy where OpenSSL 3 calls it unsupported).`,
  )
}

function refuseOutOfDate({ name, file }: Named, { validFromDate, validToDate }: X509Certificate, now: Date): void {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  if (validToDate <= now)
    throw new StartProblem(
      `${name}: the certificate in ${file} expired on ${day(validToDate)}. Put a renewed one in its place, with its key.`,
    )
  if (validFromDate > now)
    throw new StartProblem(
      `${name}: the certificate in ${file} is not valid before ${day(validFromDate)}. Check this machine's clock.`,
    )
}

const pemOf = (certificates: X509Certificate[]) => certificates.map(String).join('')
