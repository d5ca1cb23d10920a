// Alerts, and the word of a person that one has been seen.
import { Text } from '@mantine/core'
import { type Alert, acknowledge, useAlerts } from '../../../api/operator/house.ts'
import { LinkAnchor } from '../../../ui/navigation/links.tsx'
import type { Column } from '../../../ui/tables/rows-table.tsx'
import { Moment } from '../../../ui/values/moment.tsx'
import { useWords } from '../../../words/words.ts'
import { ALERT_FILTERS, alertsRoute } from '../../route.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { Known } from '../../shared/known-values.tsx'
import { ListPage } from '../../shared/list-page.tsx'
import { operatorWords } from '../../words.ts'
import { houseWords } from '../words.ts'
import { wayOf } from './alert-link.ts'
import { useAlertText } from './alert-text.ts'

export function AlertsPage() {
  const t = useWords(houseWords)
  const search = alertsRoute.useSearch()
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
  const t = useWords(houseWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'said', header: t('alarmColumns.said'), cell: alert => <AlertMessage alert={alert} /> },
    {
      id: 'rung',
      header: t('alarmColumns.rung'),
      isNumber: true,
      cell: ({ rung }) => <span className="figures">{rung}</span>,
    },
    { id: 'last', header: t('alarmColumns.last'), cell: ({ lastAt }) => <Moment at={lastAt} /> },
    { id: 'act', header: shared('more'), cell: alert => <Look alert={alert} /> },
  ]
}

/** With the way to where it is dealt with. */
function AlertMessage({ alert }: { alert: Alert }) {
  const { text, ...inLanguage } = useAlertText()(alert.said)
  const way = wayOf(alert)
  if (way === null) return <span {...inLanguage}>{text}</span>
  return (
    <LinkAnchor {...(way as { to: '/operacao' })} {...inLanguage} underline="always" inherit>
      {text}
    </LinkAnchor>
  )
}

function Look({ alert }: { alert: Alert }) {
  const t = useWords(houseWords)
  const { text, ...inLanguage } = useAlertText()(alert.said)
  if (alert.acknowledgedAt !== null)
    return (
      <span>
        {t('seenAt')} <Moment at={alert.acknowledgedAt} />
      </span>
    )
  return (
    <Act
      size="xs"
      label={t('acknowledge')}
      about={text}
      dialog={close => (
        <DecisionDialog
          title={t('acknowledge')}
          verb={t('acknowledge')}
          withoutReason
          action={() => acknowledge(alert.id)}
          onClose={close}
        >
          <Text fw={600} {...inLanguage}>
            {text}
          </Text>
          <Known of={alert.known} />
        </DecisionDialog>
      )}
    />
  )
}
