// What people and programs read about an account's money: statements, lists, figures, and the same as files.
import type { Access } from '#access/feature.ts'
import type { Accounts } from '#account/feature.ts'
import { auditExportRoutes } from '#audit/export-routes.ts'
import { cashoutExportRoutes } from '#cashout/list/export-routes.ts'
import { trialRoutes } from '#doctor/trial-balance/routes.ts'
import { openExports } from '#http/response/export.ts'
import type { Server } from '#http/server.ts'
import { Failure } from '#kernel/failure.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { monitoringCaseRoutes } from '#monitoring/case/routes.ts'
import type { Monitoring } from '#monitoring/feature.ts'
import { monitoringRuleRoutes } from '#monitoring/rule/routes.ts'
import type { Privacy } from '#privacy/feature.ts'
import { privacyRoutes } from '#privacy/routes.ts'
import { sellerRoutes } from '#reconciliation/seller/routes.ts'
import { salePanelListRoutes } from '#sale/list/panel-list-routes.ts'
import { refundListRoutes } from '#sale/refund/list/routes.ts'
import { searchRoutes } from '#search/routes.ts'
import { statementExportRoutes } from '#statement/export-routes.ts'
import { metricsRoutes } from '#statement/metrics-routes.ts'
import { summarize } from '#statement/read.ts'
import { statementRoutes } from '#statement/routes.ts'
import { SummarySchema, summaryForm } from '#statement/wire.ts'
import type { Infrastructure } from '../infrastructure.ts'

const EXPORTS = { perAccount: 2, inAll: 16, silenceMs: MINUTE_MS }

export interface ReadingRouteDeps {
  infrastructure: Infrastructure
  accounts: Pick<Accounts, 'find'>
  monitoring: Monitoring
  access: Pick<Access, 'stillLetIn'>
  privacy: Privacy
}

export function readingRoutes(
  server: Server,
  { infrastructure, accounts, monitoring, access, privacy }: ReadingRouteDeps,
): void {
  const { db, clock } = infrastructure
  const exports = openExports({ ...EXPORTS, stillLetIn: access.stillLetIn })
  statementRoutes(server, {
    db,
    async accountNamed(id) {
      const account = await accounts.find(id)
      return account instanceof Failure ? null : account.id
    },
  })
  statementExportRoutes(server, { db, exports })
  sellerRoutes(server, {
    db,
    summary: {
      schema: SummarySchema,
      async of(accountId, period, language) {
        const found = await summarize(db, accountId, period)
        return { summary: summaryForm(found, period, language), stretch: found.stretch }
      },
    },
  })
  auditExportRoutes(server, { db, exports })
  cashoutExportRoutes(server, { db, exports })
  trialRoutes(server, { db, clock, exports })
  metricsRoutes(server, { db, clock })
  salePanelListRoutes(server, { db, exports })
  refundListRoutes(server, { db, exports })
  monitoringCaseRoutes(server, { db, clock, exports, monitoring })
  monitoringRuleRoutes(server, { db, monitoring })
  searchRoutes(server, { db, clock, fingerprint: privacy.fingerprint })
  privacyRoutes(server, {
    privacy,
    exports,
    accountExists: async id => !((await accounts.find(id)) instanceof Failure),
  })
}
