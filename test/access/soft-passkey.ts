// A passkey without a browser: a key pair that answers what WebAuthn asks, and the row that the gateway keeps of it.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import sql from 'sql-template-tag'
import type { TestGateway } from '../gateway.ts'
import type { Person } from './person.ts'

export interface SoftPasskey {
  /** What a browser at this origin sends for these options. */
  answer(challenge: string, origin: string): object
}

/** A user is there, and was recognised. */
const PRESENT_AND_VERIFIED = 0x05
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** As if this person had made one. */
export async function givePasskey({ db }: Pick<TestGateway, 'db'>, { email }: Person): Promise<SoftPasskey> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16).toString('base64url')
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  await db.query(sql`
    insert into iam."passkey" ("userId", "name", "publicKey", "credentialID", "counter", "deviceType", "backedUp", "createdAt")
    select "id", 'Notebook', ${coseOf(x, y).toString('base64')}, ${id}, 0, 'singleDevice', false, now()
    from iam."user" where email = ${email}`)
  return {
    answer(challenge, origin) {
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }))
      const counter = Buffer.alloc(4)
      const seen = Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(PRESENT_AND_VERIFIED), counter])
      const signature = sign('sha256', Buffer.concat([seen, sha256(clientData)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: seen.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

/** A map of CBOR: an elliptic key of ES256, on P-256, with its two coordinates. */
const coseOf = (x: string, y: string): Buffer =>
  Buffer.concat([
    Buffer.from('a5010203262001', 'hex'),
    Buffer.from('215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
