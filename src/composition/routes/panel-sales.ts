// The doors by which a seller's people read sales, cancel them, charge somebody, and simulate a payment at the sandbox bank.

import type { Server } from '#http/server.ts'
import { isActive } from '#member/store.ts'
import { cancelSale } from '#sale/close.ts'
import { createSale } from '#sale/create.ts'
import { type PanelChargeDeps, panelChargeRoutes } from '#sale/panel/charge-routes.ts'
import { salePanelRoutes } from '#sale/panel/routes.ts'
import { canSimulatePayment, simulatePayment } from '#sale/panel/simulate-payment.ts'
import type { Infrastructure } from '../infrastructure.ts'
import type { Money } from '../money.ts'

interface Deps extends Pick<PanelChargeDeps, 'find' | 'answered'> {
  infrastructure: Infrastructure
  money: Money
}

export function panelSaleRoutes(server: Server, { infrastructure, money: { saleDeps }, find, answered }: Deps): void {
  const { db, clock } = infrastructure
  salePanelRoutes(server, {
    db,
    find,
    clock,
    cancel: request => cancelSale(saleDeps, request),
    canSimulatePayment: sale => canSimulatePayment(infrastructure, sale),
  })
  panelChargeRoutes(server, {
    db,
    find,
    answered,
    create: (request, key) => createSale({ ...saleDeps, dialect: 'panel' }, request, key),
    isActive: accountId => isActive(db, accountId),
    simulatePayment: (sale, actor) => simulatePayment(infrastructure, sale, actor),
  })
}
