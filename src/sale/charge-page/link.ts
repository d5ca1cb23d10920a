// The address of a charge's page, which its seller sends to the buyer: the account, the sale, and a code that only the gateway can
// make. Nothing is stored for it, and the same sale always has the same address as long as
// AUTH_SECRET is the same.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthSecrets, bothOf } from '#kernel/crypto/auth-secrets.ts'
import type { Sale } from '../sale.ts'

export interface ChargeLinks {
  urlOf(sale: Pick<Sale, 'accountId' | 'uuid'>): string
  /** Which sale a token names; null: none that the gateway has made. */
  saleIn(token: string): { accountId: number; uuid: string } | null
}

const [ACCOUNT_BYTES, UUID_BYTES, CODE_BYTES] = [4, 16, 16]
const SALE_BYTES = ACCOUNT_BYTES + UUID_BYTES
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** `baseUrl`: where buyers reach the gateway, without a slash at the end. */
export function makeChargeLinks(secrets: AuthSecrets, baseUrl: () => string): ChargeLinks {
  const codeOf = (sale: Buffer, secret = secrets.secret): Buffer =>
    createHmac('sha256', secret).update('porteira charge page ').update(sale).digest().subarray(0, CODE_BYTES)
  return {
    urlOf({ accountId, uuid }) {
      const sale = Buffer.alloc(SALE_BYTES)
      sale.writeUInt32BE(accountId)
      sale.write(uuid.replaceAll('-', ''), ACCOUNT_BYTES, 'hex')
      return `${baseUrl()}/p/${Buffer.concat([sale, codeOf(sale)]).toString('base64url')}`
    },
    saleIn(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Node's decoder skips what it does not know, so only a text that encodes back to itself is taken.
      if (bytes.length !== SALE_BYTES + CODE_BYTES || bytes.toString('base64url') !== token) return null
      const sale = bytes.subarray(0, SALE_BYTES)
      const code = bytes.subarray(SALE_BYTES)
      if (!bothOf(secrets).some(secret => timingSafeEqual(code, codeOf(sale, secret)))) return null
      const uuid = sale.toString('hex', ACCOUNT_BYTES).replace(UUID_PARTS, '$1-$2-$3-$4-$5')
      return { accountId: sale.readUInt32BE(), uuid }
    },
  }
}
