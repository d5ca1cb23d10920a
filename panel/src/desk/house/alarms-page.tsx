// Alarms, and the word of a person that one has been seen.
import { Text } from '@mantine/core'
import { type Alarm, acknowledge, useAlarms } from '../../api/desk/house.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Moment } from '../../ui/moment.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { Known } from '../known.tsx'
import { ListPage } from '../list-page.tsx'
import { ALARM_FILTERS, alarmsRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { useAlarmText } from './alarm-text.ts'
import { wayOf } from './alarm-way.ts'
import { houseWords } from './words.ts'

export function AlarmsPage() {
  const t = useWords(houseWords)
  const search = alarmsRoute.useSearch()
  return (
    <ListPage
      title={t('alarms.title')}
      description={t('alarms.description')}
      filter={{ field: 'status', value: search.status, options: ALARM_FILTERS, name: name => t(`alarmState.${name}`) }}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useAlarms(search)}
      isGood={search.status !== 'acknowledged'}
    />
  )
}

function useColumns(): Column<Alarm>[] {
  const t = useWords(houseWords)
  const shared = useWords(deskWords)
  return [
    { id: 'said', header: t('alarmColumns.said'), cell: alarm => <Said alarm={alarm} /> },
    {
      id: 'rung',
      header: t('alarmColumns.rung'),
      isNumber: true,
      cell: ({ rung }) => <span className="figures">{rung}</span>,
    },
    { id: 'last', header: t('alarmColumns.last'), cell: ({ lastAt }) => <Moment at={lastAt} /> },
    { id: 'act', header: shared('more'), cell: alarm => <Look alarm={alarm} /> },
  ]
}

/** With the way to where it is dealt with. */
function Said({ alarm }: { alarm: Alarm }) {
  const { text, ...inLanguage } = useAlarmText()(alarm.said)
  const way = wayOf(alarm)
  if (way === null) return <span {...inLanguage}>{text}</span>
  return (
    <LinkAnchor {...(way as { to: '/operacao' })} {...inLanguage} underline="always" inherit>
      {text}
    </LinkAnchor>
  )
}

function Look({ alarm }: { alarm: Alarm }) {
  const t = useWords(houseWords)
  const { text, ...inLanguage } = useAlarmText()(alarm.said)
  if (alarm.acknowledgedAt !== null)
    return (
      <span>
        {t('seenAt')} <Moment at={alarm.acknowledgedAt} />
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
          deed={() => acknowledge(alarm.id)}
          onClose={close}
        >
          <Text fw={600} {...inLanguage}>
            {text}
          </Text>
          <Known of={alarm.known} />
        </DecisionDialog>
      )}
    />
  )
}
