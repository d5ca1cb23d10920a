// The manifest of an archive: what is in it, byte for byte, and of which moment of the books. It is signed, and kept for good. Its words are
// Portuguese: whoever gets it reads them. Pure.
import { type Centavos, toCentsNumber } from '#kernel/money.ts'

export const MANIFEST = 'manifesto.json'
export const SIGNATURE = 'manifesto.sig'
export const README = 'LEIA-ME.txt'
export const FORMAT = 'porteira-oficio-1'

export interface FileFacts {
  name: string
  bytes: number
  sha256: string
  /** Of files of records. */
  records: number | null
  sums: ReadonlyMap<string, Centavos>
}

export interface ListedFile {
  nome: string
  bytes: number
  sha256: string
  registros?: number
  somas?: Record<string, number>
}

export interface Manifest {
  formato: typeof FORMAT
  pedido: string
  arquivo: string
  gateway: { versao: string; commit: string | null }
  /** The one moment of which everything in it is. */
  retrato: string
  razao: { conta: number; ultimo_lancamento: string; hash: string }[]
  arquivos: ListedFile[]
  assinatura: { algoritmo: 'Ed25519'; chave_publica: string; impressao_digital: string }
}

export const listedFile = ({ name, bytes, sha256, records, sums }: FileFacts): ListedFile => ({
  nome: name,
  bytes,
  sha256,
  ...(records !== null && { registros: records }),
  ...(sums.size > 0 && {
    somas: Object.fromEntries([...sums].map(([field, sum]) => [field, toCentsNumber(sum)])),
  }),
})

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** Null for a text that is none. */
export function manifestIn(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Manifest
    return manifest.formato === FORMAT && Array.isArray(manifest.arquivos) ? manifest : null
  } catch {
    return null
  }
}
