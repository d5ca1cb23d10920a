// Alerts: what happened, the severity, what to do about it, and the link to the page for that. A person may acknowledge each.
import { Anchor, Stack, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type Alert, acknowledge, useAlerts } from '../../../api/operator/gateway.ts'
import { LinkAnchor } from '../../../ui/navigation/links.tsx'
import type { Column } from '../../../ui/tables/rows-table.tsx'
import { Moment } from '../../../ui/values/moment.tsx'
import { useLanguage } from '../../../words/use-language.ts'
import { useWords } from '../../../words/words.ts'
import { ALERT_FILTERS } from '../../filters.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { Known } from '../../shared/known-values.tsx'
import { ListPage } from '../../shared/list-page.tsx'
import { operatorWords } from '../../words.ts'
import { gatewayWords } from '../words.ts'
import { wayOf } from './alert-link.ts'
import { alertWords, useAlertText } from './alert-words.ts'
import { Severity } from './severity.tsx'

const route = getRouteApi('/shell/operacao/alarmes')

export function AlertsPage() {
  const t = useWords(gatewayWords)
  const search = route.useSearch()
  return (
    <ListPage
      title={t('alarms.title')}
      description={t('alarms.description')}
      filter={{ field: 'status', value: search.status, options: ALERT_FILTERS, name: name => t(`alarmState.${name}`) }}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useAlerts(search)}
      isGood={search.status !== 'acknowledged'}
    />
  )
}

function useColumns(): Column<Alert>[] {
  const t = useWords(gatewayWords)
  const own = useWords(alertWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'severity', header: own('column'), cell: alert => <Severity of={alert} /> },
    { id: 'said', header: t('alarmColumns.said'), cell: alert => <AlertMessage alert={alert} /> },
    { id: 'way', header: own('act'), cell: alert => <ActionLink alert={alert} /> },
    {
      id: 'rung',
      header: t('alarmColumns.rung'),
      isNumber: true,
      cell: ({ rung }) => <span className="figures">{rung}</span>,
    },
    { id: 'last', header: t('alarmColumns.last'), cell: ({ lastAt }) => <Moment at={lastAt} /> },
    { id: 'act', header: shared('more'), cell: alert => <Acknowledge alert={alert} /> },
  ]
}

function AlertMessage({ alert }: { alert: Alert }) {
  const t = useWords(gatewayWords)
  const { language } = useLanguage()
  const { title, whatToDo, lang } = useAlertText()(alert)
  return (
    <Stack gap={2} lang={lang}>
      <span>{title}</span>
      <Text size="sm" c="dimmed">
        {whatToDo}
      </Text>
      <Anchor href={alert.runbook} target="_blank" rel="noopener" size="sm" underline="always" lang={language}>
        {t('runbook')}
      </Anchor>
    </Stack>
  )
}

/** Nothing where it is dealt with outside of the panel. */
function ActionLink({ alert }: { alert: Alert }) {
  const t = useWords(alertWords)
  const found = wayOf(alert)
  if (found === null) return null
  const { action, ...way } = found
  return (
    <LinkAnchor {...(way as { to: '/operacao' })} underline="always" inherit>
      {t(`action.${action}`)}
    </LinkAnchor>
  )
}

function Acknowledge({ alert }: { alert: Alert }) {
  const t = useWords(gatewayWords)
  const { title, lang } = useAlertText()(alert)
  if (alert.acknowledgedAt !== null)
    return (
      <span>
        {t(alert.resolvedAt === null ? 'seenAt' : 'resolvedAt')}{' '}
        <Moment at={alert.resolvedAt ?? alert.acknowledgedAt} />
        {alert.acknowledgedBy !== null && (
          <Text size="sm" c="dimmed" component="div">
            {t('seenBy', { name: alert.acknowledgedBy })}
          </Text>
        )}
      </span>
    )
  return (
    <Act
      size="xs"
      label={t('acknowledge')}
      about={title}
      dialog={close => (
        <DecisionDialog
          title={t('acknowledge')}
          verb={t('acknowledge')}
          withoutReason
          action={() => acknowledge(alert.id)}
          onClose={close}
        >
          <Text fw={600} lang={lang}>
            {title}
          </Text>
          <Known of={alert.known} />
        </DecisionDialog>
      )}
    />
  )
}
