// What an operator does with the data of a customer of an account, which the audit log keeps.
import { cartOf, OWN_CART } from '../cart/things.ts'
import type { AuditedRequest } from './member-actions.ts'
import { WHY } from './scene.ts'

const BUYER = { email: OWN_CART.customer.email }

export const PRIVACY_ACTIONS: Record<string, AuditedRequest> = {
  'POST /api/admin/privacy/export': [
    'privacy.exported',
    ({ olga }) => [olga, '/api/admin/privacy/export', { ...BUYER, ...WHY }],
  ],
  'POST /api/admin/privacy/preview': [
    'privacy.previewed',
    ({ olga, shop }) => [olga, '/api/admin/privacy/preview', { ...BUYER, accountId: shop.seller.accountId, ...WHY }],
  ],
  'POST /api/admin/privacy/erase': [
    'privacy.erased',
    async of => {
      await cartOf(of)
      const asked = { ...BUYER, accountId: of.shop.seller.accountId }
      const { confirmation } = (await of.olga.call('POST', '/api/admin/privacy/preview', asked)).body
      return [of.olga, '/api/admin/privacy/erase', { ...asked, confirmation, ...WHY }]
    },
  ],
}
