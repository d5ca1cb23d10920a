// The screens of a seller, each with what it offers and the route behind the offer, for a shop in which there is something to do.
import assert from 'node:assert/strict'
import type { RestrictedRoute } from '../../panel/src/api/may.ts'
import { furnish } from '../access/route-requests.ts'
import type { Scene } from '../audit/scene.ts'
import { cartOf, checkoutOf, linkOf } from '../cart/things.ts'
import { someAddress } from '../member/guests.ts'
import { agree, offered, PRICE } from '../recurrence/recurring.ts'
import { debitIn } from '../recurrence/things.ts'

type Offer = [name: string | RegExp, route: RestrictedRoute]
export type Screen = [path: string, offers: Offer[]]

/** Offered by the same part of a screen as another route, to the same roles. */
export const BESIDE: Partial<Record<RestrictedRoute, RestrictedRoute>> = {
  'POST /api/account/checkouts': 'POST /api/account/payment-links',
  'POST /api/account/privacy/preview': 'POST /api/account/privacy/export',
  'POST /api/account/privacy/erase': 'POST /api/account/privacy/export',
  'DELETE /api/account/look/logo': 'PUT /api/account/look/logo',
  'GET /api/recipients': 'POST /api/withdrawals',
  'POST /api/payout-rules/rotate-secret': 'PATCH /api/payout-rules',
  'POST /api/payout-rules/proposal/reject': 'POST /api/payout-rules/proposal/agree',
  'POST /api/test-bank/card-tokens': 'POST /api/test-bank/payments',
  'POST /api/webhook/:id/activate-secret': 'POST /api/webhook/:id/rotate-secret',
  'GET /api/requests/totals': 'GET /api/requests',
  'GET /api/requests/:id': 'GET /api/requests',
  'POST /api/recurrences/:id/ofertas': 'POST /api/recurrences/:id/solicitacoes',
  'POST /api/recurrences/:id/debits/:txid/retentativas': 'POST /api/recurrences/:id/debits/:txid/cancel',
  'GET /api/members/invitations': 'POST /api/members/invitations',
  'PATCH /api/members/:id': 'DELETE /api/members/:id',
}

/** Not on these screens, with the test that looks at it. */
export const ELSEWHERE: Partial<Record<RestrictedRoute, string>> = {
  'POST /api/account/test': 'test/panel/test-mode.test.ts: where there is a test mode',
  'POST /api/payout-rules/proposal/agree': 'test/panel/cashouts.test.ts: while a change of the rules waits',
}

export async function screensOf(scene: Scene): Promise<Screen[]> {
  await furnish(scene)
  const areas = [sellingScreens, recurrenceScreens, payoutScreens, integrationScreens, accountScreens]
  const screens: Screen[] = []
  for (const area of areas) screens.push(...(await area(scene)))
  return screens
}

async function sellingScreens(scene: Scene): Promise<Screen[]> {
  const { shop } = scene
  const paid = (await scene.sale()).replace('/api/sales', '/vendas')
  const open = `/vendas/${(await shop.seller.sell(5_00)).uuid}`
  await checkoutOf(scene)
  return [
    ['/vendas', [['Cobrar', 'POST /api/sales']]],
    // Not the first one: the visit begins there, in whichever account comes first.
    [
      '/',
      [
        ['Cobrar', 'POST /api/sales'],
        ['Sacar', 'POST /api/withdrawals'],
      ],
    ],
    [paid, [['Reembolsar', 'POST /api/sales/:id/refunds']]],
    [
      open,
      [
        ['Cancelar venda', 'POST /api/sales/:id/cancel'],
        ['Simular pagamento', 'POST /api/sales/:id/simulate-payment'],
      ],
    ],
    ['/banco-de-teste', [['Pagar', 'POST /api/test-bank/payments']]],
    ['/links', [['Novo link', 'POST /api/account/payment-links']]],
    [
      `/links/${(await linkOf(scene)).uuid}`,
      [
        ['Editar', 'PATCH /api/account/payment-links/:id'],
        ['Arquivar', 'POST /api/account/payment-links/:id/archive'],
      ],
    ],
    ['/links/sessoes', [['Encerrar', 'POST /api/account/checkouts/:id/expire']]],
    [
      '/links/aparencia',
      [
        ['Salvar', 'PUT /api/account/look'],
        ['Enviar logotipo', 'PUT /api/account/look/logo'],
        ['Ver as páginas de verdade', 'POST /api/account/checkouts/preview'],
      ],
    ],
    ['/carrinhos', []],
    [`/carrinhos/${await cartOf(scene)}`, [['Apagar dados do comprador', 'POST /api/account/carts/:id/erase']]],
    ['/contestacoes', []],
    [`/contestacoes${await scene.dispute()}`, [['Enviar defesa', 'POST /api/disputes/:id/defence']]],
  ]
}

async function recurrenceScreens(scene: Scene): Promise<Screen[]> {
  const { gateway, shop } = scene
  await agree(gateway, shop.seller, PRICE)
  const { uuid } = await offered(shop.seller)
  const [authorised] = (await debitIn(scene, 'debits')).split('/')
  return [
    ['/recorrencias', [['Nova recorrência', 'POST /api/recurrences']]],
    ['/recorrencias/calendario', []],
    [
      `/recorrencias/${uuid}`,
      [
        ['Alterar', 'PATCH /api/recurrences/:id'],
        ['Cancelar recorrência', 'POST /api/recurrences/:id/cancel'],
        ['Pedir no app do banco', 'POST /api/recurrences/:id/solicitacoes'],
      ],
    ],
    [
      `/recorrencias/${authorised}`,
      [
        ['Cobrar um ciclo', 'POST /api/recurrences/:id/debits'],
        ['Mudar este débito', 'PATCH /api/recurrences/:id/debits/:txid'],
        ['Pular este ciclo', 'POST /api/recurrences/:id/debits/:txid/cancel'],
      ],
    ],
  ]
}

async function payoutScreens(scene: Scene): Promise<Screen[]> {
  return [
    ['/saques', [['Novo saque', 'POST /api/withdrawals']]],
    [
      `/saques${await scene.waiting()}`,
      [
        ['Aprovar', 'POST /api/withdrawals/:id/approve'],
        ['Recusar', 'POST /api/withdrawals/:id/reject'],
        ['Cancelar saque', 'POST /api/withdrawals/:id/cancel'],
      ],
    ],
    [
      '/saques/favorecidos',
      [
        ['Novo favorecido', 'POST /api/beneficiaries'],
        ['Tirar Maria da lista', 'DELETE /api/beneficiaries/:id'],
      ],
    ],
    ['/saques/regras', [['Salvar regras', 'PATCH /api/payout-rules']]],
    ['/aprovacoes', []],
    ['/extrato', []],
    ['/recebiveis', []],
  ]
}

async function integrationScreens({ shop: { ana }, receiver }: Scene): Promise<Screen[]> {
  const { body: hook } = await ana.call('POST', '/api/webhook', { webhookUrl: receiver.url, events: ['sale.paid'] })
  const test = await ana.call('POST', `/api/webhook/${hook.id}/test`)
  assert.equal(test.status, 202, test.text)
  return [
    [
      '/integracoes',
      [
        ['Chaves', 'GET /api/credentials'],
        ['IPs permitidos', 'GET /api/allowed-ips'],
        ['Requisições', 'GET /api/requests'],
      ],
    ],
    [
      '/integracoes/chaves',
      [
        ['Criar chave', 'POST /api/credentials'],
        ['Revogar a chave Loja', 'DELETE /api/credentials/:id'],
      ],
    ],
    ['/integracoes/ips', [['Adicionar', 'PUT /api/allowed-ips']]],
    ['/integracoes/requisicoes', []],
    ['/integracoes/webhooks', [['Novo webhook', 'POST /api/webhook']]],
    [
      `/integracoes/webhooks/${hook.id}`,
      [
        ['Enviar teste', 'POST /api/webhook/:id/test'],
        ['Editar', 'PUT /api/webhook/:id'],
        ['Excluir', 'DELETE /api/webhook/:id'],
        ['Trocar o segredo', 'POST /api/webhook/:id/rotate-secret'],
        ['Reenviar as que falharam', 'POST /api/webhook/:id/resend-failed'],
      ],
    ],
    [
      `/integracoes/webhooks/${hook.id}/entregas/${test.body.id}`,
      [['Reenviar', 'POST /api/webhook/deliveries/:id/resend']],
    ],
  ]
}

async function accountScreens({ shop: { ana } }: Scene): Promise<Screen[]> {
  const invitation = await ana.call('POST', '/api/members/invitations', { email: someAddress(), role: 'READER' })
  assert.equal(invitation.status, 201, invitation.text)
  return [
    ['/dados-pessoais', [['Baixar os dados', 'POST /api/account/privacy/export']]],
    ['/configuracoes', [['Salvar alterações', 'PATCH /api/account']]],
    [
      '/equipe',
      [
        ['Convidar', 'POST /api/members/invitations'],
        [/^Reenviar o convite para /, 'POST /api/members/invitations/:id/resend'],
        [/^Cancelar convite para /, 'DELETE /api/members/invitations/:id'],
        [/^Remover /, 'DELETE /api/members/:id'],
      ],
    ],
    ['/equipe/atividade', []],
  ]
}
