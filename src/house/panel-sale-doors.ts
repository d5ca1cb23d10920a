// The doors by which a seller's people read sales, cancel them, charge somebody, and simulate a payment at the sandbox bank.

import type { Server } from '#http/server.ts'
import { isActive } from '#member/store.ts'
import { cancelSale } from '#sale/close.ts'
import { createSale } from '#sale/create.ts'
import { type PanelChargeNeeds, panelChargeRoutes } from '#sale/panel-charge-routes.ts'
import { salePanelRoutes } from '#sale/panel-routes.ts'
import { canSimulatePayment, simulatePayment } from '#sale/simulate-payment.ts'
import type { Ground } from './ground.ts'
import type { Money } from './money.ts'

interface Needs extends Pick<PanelChargeNeeds, 'find' | 'answered'> {
  ground: Ground
  money: Money
}

export function panelSaleDoors(server: Server, { ground, money: { saleNeeds }, find, answered }: Needs): void {
  const { db, clock } = ground
  salePanelRoutes(server, {
    ...{ db, find, clock },
    cancel: ask => cancelSale(saleNeeds, ask),
    canSimulatePayment: sale => canSimulatePayment(ground, sale),
  })
  panelChargeRoutes(server, {
    ...{ db, find, answered },
    create: (ask, key) => createSale({ ...saleNeeds, dialect: 'panel' }, ask, key),
    isActive: accountId => isActive(db, accountId),
    simulatePayment: (sale, actor) => simulatePayment(ground, sale, actor),
  })
}
