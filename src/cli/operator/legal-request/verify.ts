// `porteira legal-request verify`: whether an archive is what this gateway, or another one, has handed over.
import { readFile } from 'node:fs/promises'
import { decrypted } from '#backup/encryption.ts'
import { StartProblem } from '#kernel/start-problem.ts'
import { verifyArchive } from '#legal-request/archive/verify.ts'
import { keyOf } from '../backup/options.ts'
import type { Given, Voice } from '../commands.ts'

export async function verify(_environment: unknown, given: Given, { print }: Voice): Promise<boolean> {
  const file = String(given.file)
  const key = given.identity === undefined && given['passphrase-file'] === undefined ? null : await keyOf(given)
  const { manifest, manifestSha256, fingerprint } = await verifyArchive({
    file,
    decrypted: key === null ? null : source => decrypted(source, key, file, 'archive'),
    publicKey: given['public-key'] === undefined ? null : await pemIn(String(given['public-key'])),
  })
  const isOfGivenKey = given['public-key'] !== undefined
  const { pedido, retrato, arquivos } = manifest
  const records = arquivos.reduce((sum, { nome, registros = 0 }) => sum + (nome.endsWith('.jsonl') ? registros : 0), 0)
  const report = {
    request: pedido,
    snapshotAt: retrato,
    files: arquivos.length,
    records,
    manifestSha256,
    fingerprint,
    isOfGivenKey,
  }
  if (given.json) print(`${JSON.stringify(report, null, 2)}\n`)
  else
    print(
      `${file} is whole: ${arquivos.length} files with ${records} records, of ${retrato}, for the request ${pedido}.\n` +
        `Manifest SHA-256 ${manifestSha256}\nSigned by the key SHA-256 ${fingerprint}\n` +
        (isOfGivenKey
          ? ''
          : 'That key stands in the archive itself: compare it with the one that the gateway publishes.\n'),
    )
  return true
}

const pemIn = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(error => {
    throw new StartProblem(`${file} cannot be read (${error.code}).`)
  })
