// The channels of alerts: who the operators are, and how they are mailed, is handed to them here. And what closes alerts whose cause is gone.
import { type AlertChannels, openAlertChannels } from '#alert-channel/feature.ts'
import { openAlertEnds } from '#alert-end/feature.ts'
import { shownBrand } from '#kernel/brand.ts'
import type { Features, OwnAddresses } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'

export function openChannels(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  { mail, members, panelUrl }: Pick<Features, 'mail' | 'members'> & Pick<OwnAddresses, 'panelUrl'>,
): AlertChannels {
  const { config } = infrastructure
  resources.use(openAlertEnds({ ...infrastructure, everyMs: config.psp.sweepEvery_ms }))
  return resources.use(
    openAlertChannels({
      ...infrastructure,
      headerBrand: config.brand,
      brand: shownBrand(config.brand),
      address: { production: config.production, requireHttps: config.requireHttpsWebhooks },
      proxy: config.egressProxy,
      internal: config.alertInternal,
      baseUrl: panelUrl,
      sendMail: mail.send,
      operators: members.operatorAddresses,
    }),
  )
}
