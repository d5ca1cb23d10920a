// What providers have told us, and another try.
import { Code, Text } from '@mantine/core'
import { type Callback, replayAll, replayOne, useInbox } from '../../api/desk/house.ts'
import { Moment } from '../../ui/moment.tsx'
import type { Column } from '../../ui/rows-table.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../act.tsx'
import { DecisionDialog } from '../decision-dialog.tsx'
import { ListPage } from '../list-page.tsx'
import { CALLBACK_STATUSES, inboxRoute } from '../route.ts'
import { deskWords } from '../words.ts'
import { pspWords } from './words.ts'

const TONES: Record<Callback['status'], Tone> = {
  waiting: 'waiting',
  dead: 'bad',
  'given-up': 'quiet',
  applied: 'good',
}

export function InboxPage() {
  const t = useWords(pspWords)
  const search = inboxRoute.useSearch()
  return (
    <ListPage
      title={t('inbox')}
      description={t('inboxDescription')}
      actions={<ReplayAll />}
      filter={{ field: 'status', value: search.status, options: CALLBACK_STATUSES, name: name => t(`status.${name}`) }}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useInbox(search)}
      isGood={search.status === 'dead'}
    />
  )
}

function ReplayAll() {
  const t = useWords(pspWords)
  return (
    <Act
      label={t('replayAll')}
      dialog={close => (
        <DecisionDialog
          title={t('replayAll')}
          verb={t('replay')}
          withoutReason
          deed={() => replayAll('dead')}
          onClose={close}
        >
          <Text>{t('replayAllAsk')}</Text>
        </DecisionDialog>
      )}
    />
  )
}

function useColumns(): Column<Callback>[] {
  const t = useWords(pspWords)
  const shared = useWords(deskWords)
  return [
    { id: 'at', header: t('inboxColumns.at'), cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
    {
      id: 'psp',
      header: shared('psp'),
      cell: ({ pspAccountId }) => <span className="figures">{pspAccountId}</span>,
    },
    {
      id: 'status',
      header: shared('status'),
      cell: ({ status }) => <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>,
    },
    {
      id: 'attempts',
      header: t('inboxColumns.attempts'),
      isNumber: true,
      cell: ({ attempts }) => <span className="figures">{attempts}</span>,
    },
    { id: 'trouble', header: t('inboxColumns.trouble'), cell: ({ trouble }) => trouble ?? '–' },
    { id: 'act', header: shared('choice'), cell: callback => <Replay callback={callback} /> },
  ]
}

function Replay({ callback }: { callback: Callback }) {
  const t = useWords(pspWords)
  return (
    <Act
      size="xs"
      label={t('replay')}
      about={String(callback.id)}
      dialog={close => (
        <DecisionDialog
          title={t('replay')}
          verb={t('replay')}
          withoutReason
          deed={() => replayOne(callback.id)}
          onClose={close}
        >
          <Text>{t('replayAsk')}</Text>
          <Code block mah={220}>
            {callback.preview}
          </Code>
        </DecisionDialog>
      )}
    />
  )
}
