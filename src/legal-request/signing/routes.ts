// The public half of the key by which the gateway signs what it hands over, for anybody who holds such a file.
import type { Server } from '#http/server.ts'
import type { SigningKey } from './key.ts'
import { SigningKeySchema } from './wire.ts'

export function signingKeyRoutes(server: Server, { signingKey }: { signingKey: () => Promise<SigningKey> }): void {
  server.get(
    '/api/signing-key',
    {
      config: { guard: 'none', dialect: 'panel', fails: [] },
      schema: {
        summary: 'The public key of what this gateway signs and hands over',
        tags: ['Operator'],
        response: { 200: SigningKeySchema },
      },
    },
    async () => {
      const { publicKey, fingerprint } = await signingKey()
      return { algorithm: 'Ed25519' as const, publicKey, fingerprint }
    },
  )
}
