// What tests of legal requests share: an operator who records one and has its archive made, and the archive as its receiver opens it.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { decrypted } from '#backup/encryption.ts'
import type { Person } from '../access/person.ts'
import type { TestGateway } from '../gateway.ts'
import { until } from '../until.ts'

export const PATH = '/api/admin/legal-requests'

export const REQUEST = {
  authorityKind: 'COURT',
  authority: '2ª Vara Cível de Santos',
  number: '123/2026',
  processNumber: '0001234-72.2026.8.26.0562',
  dueOn: '2030-12-31',
  reason: 'Ofício recebido pelo cartório.',
}

export const ofAccount = (accountId: number) => ({ ...REQUEST, subjectKind: 'ACCOUNT', accountId })

export async function recorded(olga: Person, more: object): Promise<{ id: string }> {
  const { status, body, text } = await olga.call('POST', PATH, { ...REQUEST, ...more })
  assert.equal(status, 201, text)
  return body
}

export interface MadeArchive {
  path: string
  passphrase: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  archive: any
}

/** It was asked for, and is ready. */
export async function madeArchive(olga: Person, { id }: { id: string }): Promise<MadeArchive> {
  const asked = await olga.call('POST', `${PATH}/${id}/archives`, { reason: 'Resposta ao ofício.' })
  assert.equal(asked.status, 201, asked.text)
  const path = `${PATH}/${id}/archives/${asked.body.id}`
  return { path, passphrase: asked.body.passphrase, archive: await reaches(olga, path, 'READY') }
}

export const reaches = (olga: Person, path: string, state: string) =>
  until(async () => {
    const { body } = await olga.call('GET', path)
    return body.state === state ? body : null
  }, `the archive to be ${state}`)

export async function downloaded(
  gateway: Pick<TestGateway, 'url'>,
  olga: Person,
  { path }: { path: string },
): Promise<Buffer> {
  const answer = await fetch(`${gateway.url}${path}/file`, { headers: { cookie: olga.cookie } })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

export async function tarIn(file: Buffer, passphrase: string): Promise<Buffer> {
  const plain = await decrypted(Readable.from(file, { objectMode: false }), { passphrase }, 'the archive')
  return gunzipSync(Buffer.concat(await plain.toArray()))
}

export interface Opened {
  names: string[]
  text(name: string): string
  // biome-ignore lint/suspicious/noExplicitAny: as above
  json(name: string): any
  /** The records of a kind. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  records(kind: string): any[]
}

export async function opened(file: Buffer, passphrase: string): Promise<Opened> {
  const entries = await unpackTar(await tarIn(file, passphrase))
  const texts = new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]))
  const text = (name: string) => texts.get(name) ?? assert.fail(`there is no ${name}`)
  return {
    names: [...texts.keys()],
    text,
    json: name => JSON.parse(text(name)),
    records: kind =>
      text(`${kind}.jsonl`)
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line)),
  }
}

/** Files of a test, which go with it. */
export async function folderOf(resources: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'oficio-'))
  resources.defer(() => rm(folder, { recursive: true }))
  return async (name: string, bytes: Buffer | string): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return path
  }
}
