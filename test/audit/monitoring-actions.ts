// The operator's actions of monitoring that the audit log keeps.
import { plantCase } from '../monitoring/planted.ts'
import type { AuditedRequest } from './member-actions.ts'
import { type Scene, WHY } from './scene.ts'

const caseOf = async ({ gateway, shop }: Scene) =>
  `/api/admin/monitoring/cases/${await plantCase(gateway.db, shop.seller.accountId)}/decide`

export const MONITORING_ACTIONS: Record<string, AuditedRequest> = {
  'POST /api/admin/monitoring/cases/:uuid/decide': [
    'monitoring-case.dismissed',
    async of => [of.olga, await caseOf(of), { decision: 'DISMISSED', ...WHY }],
  ],
  'PATCH /api/admin/monitoring/rules/:rule': [
    'monitoring-rule.changed',
    of => [of.olga, '/api/admin/monitoring/rules/NEW_ACCOUNT', { enabled: false, ...WHY }],
  ],
}
