// Alerts for tests: they go nowhere, or to the test.
import type { Alerts } from '#alert/alerts.ts'
import type { AlertCode } from '#alert/catalogue/catalogue.ts'

export const NO_ALERTS: Alerts = { raise() {}, raiseOnce() {}, resolve() {}, raiseInTx: async () => {} }

export interface HeardAlerts extends Alerts {
  /** In the order in which they were raised. */
  codes: AlertCode[]
  /** What each of them carries. */
  params: object[]
}

export function hearAlerts(): HeardAlerts {
  const codes: AlertCode[] = []
  const params: object[] = []
  const hear = (code: AlertCode, carried: object) => {
    codes.push(code)
    params.push(carried)
  }
  return {
    codes,
    params,
    raise: hear,
    raiseOnce: hear,
    resolve() {},
    raiseInTx: async (_tx, code, carried) => hear(code, carried),
  }
}
