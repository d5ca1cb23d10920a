// Gathers what an archive is to hold: the records that concern the request, measured; the balance of an account; and the signed manifest of them.
import type { Queryable, Transaction } from '#db/postgres.ts'
import type { Centavos } from '#kernel/money.ts'
import type { LegalRequestDeps } from '../deps.ts'
import { findHeads, type LedgerHead } from '../records/ledger-store.ts'
import type { RecordSet } from '../records/record-set.ts'
import { type Scope, scopeOf } from '../records/scope.ts'
import type { LegalRequest } from '../request.ts'
import type { SigningKey } from '../signing/key.ts'
import { type Amounts, BALANCE_FILE, balanceText, REQUEST_FILE, readmeText, requestText } from './accompanying-texts.ts'
import { type Contents, factsOf, type Meant, type Measured, measure, type ShortFile } from './contents.ts'
import { type FileFacts, FORMAT, listedFile, MANIFEST, manifestText, README, SIGNATURE } from './manifest.ts'

export interface Asked {
  request: LegalRequest
  fileName: string
  signing: SigningKey
  at: Date
}

export interface Gathered {
  contents: Contents
  manifest: string
  signature: Buffer
}

/** `measured` is told how much of it is done, from 0 to 1; throws where this is to end. */
export async function contentsOf(
  deps: Pick<LegalRequestDeps, 'release' | 'keyUrl' | 'statement'> & { sets: readonly RecordSet[] },
  snapshot: Transaction,
  asked: Asked,
  measured: (part: number) => Promise<void>,
): Promise<Gathered> {
  const { request, signing, at } = asked
  const scope = await divided(deps, snapshot, scopeOf(request))
  const meant = deps.sets.flatMap((set): Meant[] => {
    const where = set.where(scope)
    return where === null ? [] : [{ set, where }]
  })
  const all: Measured[] = []
  for (const one of meant) {
    const part = () => measured(all.length / meant.length)
    all.push(await measure(snapshot, one, { read: part }))
    await part()
  }
  const heads = await findHeads(snapshot, scope)
  const balance = await balanceFile(deps, snapshot, scope, { request, at, heads })
  const { fingerprint } = signing
  const readme = readmeText({
    request,
    sets: meant.map(({ set }) => set),
    hasBalance: balance.length > 0,
    at,
    fingerprint,
    keyUrl: deps.keyUrl(),
  })
  const short = [fileOf(README, readme), fileOf(REQUEST_FILE, requestText(request)), ...balance]
  const files = [...short.map(factsOf), ...all.flatMap(({ csv, jsonl }) => [csv, jsonl])]
  const manifest = manifestOf(deps, asked, heads, files)
  const signature = signing.sign(Buffer.from(manifest))
  const signed = [fileOf(MANIFEST, manifest), { name: SIGNATURE, bytes: signature }]
  return { contents: { short: [...short, ...signed], measured: all, at }, manifest, signature }
}

async function divided(
  { statement }: Pick<LegalRequestDeps, 'statement'>,
  snapshot: Queryable,
  scope: Scope,
): Promise<Scope> {
  if (scope.kind !== 'ACCOUNT') return scope
  const { accountId, from, to } = scope
  return { ...scope, stretch: await statement.stretchOf(snapshot, accountId, { from, to }) }
}

interface Standing {
  request: LegalRequest
  at: Date
  heads: LedgerHead[]
}

const NOTHING: Amounts = { available: 0n as Centavos, blocked: 0n as Centavos }

/** Only an account has one. */
async function balanceFile(
  { statement }: Pick<LegalRequestDeps, 'statement'>,
  snapshot: Queryable,
  scope: Scope,
  { request, at, heads }: Standing,
): Promise<ShortFile[]> {
  if (scope.kind !== 'ACCOUNT' || scope.stretch === undefined) return []
  const { accountId, stretch } = scope
  const opening = await statement.balanceBehind(snapshot, accountId, stretch.after)
  const closing = await statement.balanceBehind(snapshot, accountId, stretch.upTo)
  const now = heads[0] ?? NOTHING
  return [fileOf(BALANCE_FILE, balanceText({ accountId, opening, closing, now }, request, at))]
}

function manifestOf(
  { release }: Pick<LegalRequestDeps, 'release'>,
  { request, fileName, signing, at }: Asked,
  heads: LedgerHead[],
  files: FileFacts[],
): string {
  return manifestText({
    formato: FORMAT,
    pedido: request.id.toString(),
    arquivo: fileName,
    gateway: { versao: release.version, commit: release.commit },
    retrato: at.toISOString(),
    razao: heads.map(({ accountId, seq, hash }) => ({ conta: accountId, ultimo_lancamento: seq.toString(), hash })),
    arquivos: files.map(listedFile),
    assinatura: { algoritmo: 'Ed25519', chave_publica: signing.publicKey, impressao_digital: signing.fingerprint },
  })
}

const fileOf = (name: string, text: string): ShortFile => ({ name, bytes: Buffer.from(text) })
