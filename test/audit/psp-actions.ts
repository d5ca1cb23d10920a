// What an operator does with accounts at PSPs and their callbacks, which the audit log keeps.
import type { AuditedRequest } from './member-actions.ts'
import { type Scene, WHY } from './scene.ts'

const PSP = '/api/admin/psp'

const pspOf = async ({ olga }: Scene) =>
  `${PSP}/accounts/${(await olga.call('GET', `${PSP}/accounts`)).body.data[0].id}`

export const PSP_ACTIONS: Record<string, AuditedRequest> = {
  'POST /api/admin/psp/accounts': [
    'psp-account.made',
    ({ olga, gateway: { bankUrl: baseUrl } }) => [
      olga,
      `${PSP}/accounts`,
      {
        kind: 'efi',
        environment: 'test',
        name: 'Outro',
        baseUrl,
        pixKey: 'outro@example.com',
        clientId: 'nobody',
        clientSecret: 'a-secret-that-nobody-may-read',
        ...WHY,
      },
    ],
  ],
  'PATCH /api/admin/psp/accounts/:id': [
    'psp-account.changed',
    async of => [of.olga, await pspOf(of), { clientSecret: 'a-secret-that-nobody-may-read', ...WHY }],
  ],
  'POST /api/admin/psp/accounts/:id/rotate-callback-token': [
    'psp-account.callback-token-rotated',
    async of => [of.olga, `${await pspOf(of)}/rotate-callback-token`],
  ],
  'PUT /api/admin/psp/accounts/:id/transfers': [
    'psp-account.transfers-changed',
    async of => [of.olga, `${await pspOf(of)}/transfers`, { enabled: false, payee: null, ...WHY }],
  ],
  'POST /api/admin/psp/inbox/:id/replay': ['callback.replayed', async of => [of.olga, `${await of.callback()}/replay`]],
  'POST /api/admin/psp/inbox/replay': [
    'callbacks.replayed',
    of => [of.olga, `${PSP}/inbox/replay`, { status: 'given-up' }],
  ],
}
