// What operators do to alerts, to their channels and to the dead man's switch, as the audit log keeps it.
import type { AuditedRequest } from './member-actions.ts'
import type { Scene } from './scene.ts'

const ALERT_CHANNELS = '/api/admin/alert-channels'
const DEAD_MANS_SWITCH = '/api/admin/dead-mans-switch'
const MAIL_CHANNEL = { kind: 'MAIL', name: 'Plantão', recipients: ['plantao@example.com'] }

const SECRET_CHANNEL = (url: string) => ({ kind: 'WEBHOOK', name: 'Plantão', url })

const signedChannel = async ({ olga, receiver }: Scene) =>
  `${ALERT_CHANNELS}/${(await olga.call('POST', ALERT_CHANNELS, SECRET_CHANNEL(receiver.url))).body.id}`

const alertChannel = async ({ olga }: Scene) =>
  `${ALERT_CHANNELS}/${(await olga.call('POST', ALERT_CHANNELS, MAIL_CHANNEL)).body.id}`

export const ALERT_CHANNEL_ACTIONS: Record<string, AuditedRequest> = {
  'POST /api/admin/alarms/:id/acknowledge': [
    'alarm.acknowledged',
    async of => [of.olga, `${await of.alert()}/acknowledge`],
  ],
  'POST /api/admin/alert-channels': ['alert-channel.added', of => [of.olga, ALERT_CHANNELS, MAIL_CHANNEL]],
  'PATCH /api/admin/alert-channels/:id': [
    'alert-channel.changed',
    async of => [of.olga, await alertChannel(of), { minSeverity: 'info' }],
  ],
  'POST /api/admin/alert-channels/:id/test': [
    'alert-channel.tested',
    async of => [of.olga, `${await alertChannel(of)}/test`],
  ],
  'POST /api/admin/alert-channels/:id/rotate-secret': [
    'alert-channel.secret-rotated',
    async of => [of.olga, `${await signedChannel(of)}/rotate-secret`],
  ],
  'POST /api/admin/alert-channels/:id/activate-secret': [
    'alert-channel.secret-activated',
    async of => {
      const path = await signedChannel(of)
      await of.olga.call('POST', `${path}/rotate-secret`)
      return [of.olga, `${path}/activate-secret`]
    },
  ],
  'DELETE /api/admin/alert-channels/:id': ['alert-channel.removed', async of => [of.olga, await alertChannel(of)]],
  'PUT /api/admin/dead-mans-switch': [
    'dead-mans-switch.changed',
    of => [of.olga, DEAD_MANS_SWITCH, { url: of.receiver.url }],
  ],
  'DELETE /api/admin/dead-mans-switch': [
    'dead-mans-switch.removed',
    async of => {
      await of.olga.call('PUT', DEAD_MANS_SWITCH, { url: of.receiver.url })
      return [of.olga, DEAD_MANS_SWITCH]
    },
  ],
}
