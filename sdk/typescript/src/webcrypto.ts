// The cryptography of the web, which every runtime has; on Node 18 it is not global yet.

export interface WebCrypto {
  randomUUID(): string
  subtle: {
    importKey(format: 'raw', key: Uint8Array, algorithm: object, extractable: boolean, uses: string[]): Promise<unknown>
    verify(algorithm: string, key: unknown, signature: Uint8Array, data: Uint8Array): Promise<boolean>
  }
}

/** As a variable, so that bundlers for other runtimes leave it alone. */
const NODE = 'node:crypto'

export async function webCrypto(): Promise<WebCrypto> {
  const { crypto } = globalThis as { crypto?: unknown }
  return (crypto ?? (await import(/* @vite-ignore */ /* webpackIgnore: true */ NODE)).webcrypto) as WebCrypto
}

export const randomUuid = async (): Promise<string> => (await webCrypto()).randomUUID()
