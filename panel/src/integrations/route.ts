// The routes of integrations: key pairs, their allowed addresses, webhooks with their deliveries, and the requests of the API.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { EventName } from '#notification/events/catalogue.ts'
import { shellRoute } from '../roots.tsx'
import { cursorIn, dayIn, defined, limitIn, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'
import { DELIVERY_STATUS_NAMES } from './delivery-log/delivery-status.ts'
import { METHODS, STATUS_KINDS } from './requests/question.ts'

const cursorOnly = (raw: RawSearch) => defined({ cursor: cursorIn(raw), limit: limitIn(raw) })

const integrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes',
  component: lazyRouteComponent(() => import('./first-page.tsx'), 'FirstPage'),
})

const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes/chaves',
  validateSearch: cursorOnly,
  component: lazyRouteComponent(() => import('./api-keys/keys-page.tsx'), 'KeysPage'),
})

const ipsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes/ips',
  component: lazyRouteComponent(() => import('./allowed-ips/ips-page.tsx'), 'IpsPage'),
})

const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const newWebhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes/webhooks/novo',
  component: lazyRouteComponent(() => import('./webhooks/new-webhook-page.tsx'), 'NewWebhookPage'),
})

const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes/webhooks/$webhook',
  validateSearch: (raw: RawSearch) =>
    defined({
      status: oneOf(raw, 'status', DELIVERY_STATUS_NAMES),
      event: textIn(raw, 'event') as EventName | undefined,
      sale: textIn(raw, 'sale'),
      q: textIn(raw, 'q'),
      from: dayIn(raw, 'from'),
      to: dayIn(raw, 'to'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
})

const editWebhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes/webhooks/$webhook/editar',
  component: lazyRouteComponent(() => import('./webhooks/edit-webhook-page.tsx'), 'EditWebhookPage'),
})

const deliveryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes/webhooks/$webhook/entregas/$delivery',
  component: lazyRouteComponent(() => import('./delivery-log/delivery-page.tsx'), 'DeliveryPage'),
})

const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes/requisicoes',
  validateSearch: (raw: RawSearch) =>
    defined({
      q: textIn(raw, 'q'),
      method: oneOf(raw, 'method', METHODS),
      status: oneOf(raw, 'status', STATUS_KINDS),
      keyId: textIn(raw, 'keyId'),
      from: dayIn(raw, 'from'),
      to: dayIn(raw, 'to'),
      cursor: cursorIn(raw),
      limit: limitIn(raw),
    }),
  component: lazyRouteComponent(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
})

const requestRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/integracoes/requisicoes/$request',
  component: lazyRouteComponent(() => import('./requests/request-page.tsx'), 'RequestPage'),
})

export const integrationRoutes = [
  integrationsRoute,
  keysRoute,
  ipsRoute,
  webhooksRoute,
  newWebhookRoute,
  webhookRoute,
  editWebhookRoute,
  deliveryRoute,
  requestsRoute,
  requestRoute,
] as const
