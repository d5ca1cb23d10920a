// What operators do with requests of authorities, as the audit log keeps it.
import { ofAccount } from '../legal-request/things.ts'
import type { AuditedRequest } from './member-actions.ts'
import { type Scene, WHY } from './scene.ts'

const LEGAL_REQUESTS = '/api/admin/legal-requests'

const newRequest = ({ shop }: Scene) => ofAccount(shop.seller.accountId)

const legalRequest = async (of: Scene) =>
  `${LEGAL_REQUESTS}/${(await of.olga.call('POST', LEGAL_REQUESTS, newRequest(of))).body.id}`

export const LEGAL_REQUEST_ACTIONS: Record<string, AuditedRequest> = {
  'POST /api/admin/legal-requests': ['legal-request.recorded', of => [of.olga, LEGAL_REQUESTS, newRequest(of)]],
  'PATCH /api/admin/legal-requests/:id': [
    'legal-request.due-day-changed',
    async of => [of.olga, await legalRequest(of), { dueOn: '2031-01-31', ...WHY }],
  ],
  'POST /api/admin/legal-requests/:id/close': [
    'legal-request.closed',
    async of => [of.olga, `${await legalRequest(of)}/close`, { state: 'ANSWERED', ...WHY }],
  ],
  'POST /api/admin/legal-requests/:id/archives': [
    'legal-archive.requested',
    async of => [of.olga, `${await legalRequest(of)}/archives`, WHY],
  ],
}
