// The operator's routes of the rules: what each looks for, within which bounds.
import { Type } from 'typebox'
import { operatorIn } from '#audit/audit.ts'
import { critical } from '#http/route.ts'
import { OWN_FIELDS_ONLY, orNull } from '#http/schema.ts'
import type { Server } from '#http/server.ts'
import { invalid, notFound, orThrow } from '#kernel/failure.ts'
import type { MonitoringDeps } from '../evaluation/worker.ts'
import type { Monitoring } from '../feature.ts'
import { Reason, reasonIn, rules, tags } from '../operator-request.ts'
import { RuleSchema, ruleForm } from '../wire.ts'
import { type AnyValues, PARAMETER_NAMES, RULES } from './rule.ts'
import { findSettings } from './store.ts'

const PATH = '/api/admin/monitoring/rules'

const ChangeBody = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    parameters: Type.Optional(
      Type.Object(
        Object.fromEntries(PARAMETER_NAMES.map(name => [name, Type.Optional(orNull(Type.Integer()))])),
        OWN_FIELDS_ONLY,
      ),
    ),
    reason: Reason,
  },
  OWN_FIELDS_ONLY,
)

export function monitoringRuleRoutes(
  server: Server,
  { db, monitoring }: Pick<MonitoringDeps, 'db'> & { monitoring: Monitoring },
): void {
  server.get(
    PATH,
    {
      config: rules(),
      schema: {
        summary: 'The rules by which movements are watched for money laundering, with the bounds of their parameters',
        tags,
        response: { 200: Type.Object({ data: Type.Array(RuleSchema) }) },
      },
    },
    async () => ({ data: (await findSettings(db)).map(ruleForm) }),
  )
  server.patch(
    `${PATH}/:rule`,
    {
      config: critical(rules('INVALID_DATA', 'NOT_FOUND')),
      schema: {
        summary: 'Change a rule, or switch it off; what is absent stays',
        tags,
        params: Type.Object({ rule: Type.String() }),
        body: ChangeBody,
        response: { 200: RuleSchema },
      },
    },
    async request => {
      const rule = RULES.find(name => name === request.params.rule)
      if (rule === undefined) throw notFound('rule')
      const { reason, enabled } = request.body
      // One that is absent is no property.
      const parameters = { ...request.body.parameters } as AnyValues
      if (enabled === undefined && Object.keys(parameters).length === 0)
        throw invalid('parameters', 'what is to be changed')
      const by = operatorIn(request)
      const change = { rule, parameters, reason: reasonIn(reason), by, ...(enabled !== undefined && { enabled }) }
      const changed = orThrow(await monitoring.changeRule(change))
      request.log.info({ by: request.caller, rule }, 'a monitoring rule was changed')
      return ruleForm(changed)
    },
  )
}
