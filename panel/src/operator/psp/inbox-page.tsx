// The callbacks of PSPs, and their replay.
import { NativeSelect, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { type Callback, replayAll, useInbox } from '../../api/operator/psps.ts'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { CALLBACK_STATUSES } from '../filters.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { ListPage } from '../shared/list-page.tsx'
import { PspLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { CallbackState, Replay } from './callback-parts.tsx'
import { PspTabs } from './psp-tabs.tsx'
import { pspWords } from './words.ts'

const route = getRouteApi('/shell/operacao/avisos-psp')

export function InboxPage() {
  const t = useWords(pspWords)
  const { psp, ...search } = route.useSearch()
  const of = psp === undefined ? {} : { pspAccountId: psp }
  return (
    <ListPage
      title={t('inbox')}
      description={t('inboxDescription')}
      actions={<Act label={t('replayAll')} dialog={close => <ReplayAllDialog onClose={close} />} />}
      filter={{ field: 'status', value: search.status, options: CALLBACK_STATUSES, name: name => t(`status.${name}`) }}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useInbox({ ...search, ...of })}
      tabs={<PspTabs />}
      {...(psp !== undefined && { about: <OfOne psp={psp} /> })}
      isGood={search.status === 'dead'}
    />
  )
}

/** That the list is of one PSP account, and the way to all. */
function OfOne({ psp }: { psp: string }) {
  const t = useWords(pspWords)
  return (
    <Text mb="md">
      {t('inboxOfOne')} <PspLink id={Number(psp)} /> ·{' '}
      <LinkAnchor to="/operacao/avisos-psp">{t('inboxOfAll')}</LinkAnchor>
    </Text>
  )
}

function ReplayAllDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(pspWords)
  const { psp } = route.useSearch()
  const [which, setWhich] = useState<'dead' | 'given-up'>('dead')
  return (
    <DecisionDialog
      title={t('replayAll')}
      verb={t('replay')}
      withoutReason
      action={() => replayAll(which, psp === undefined ? undefined : Number(psp))}
      onClose={onClose}
    >
      <NativeSelect
        label={t('replayWhich')}
        value={which}
        onChange={event => setWhich(event.currentTarget.value === 'given-up' ? 'given-up' : 'dead')}
        data={(['dead', 'given-up'] as const).map(value => ({ value, label: t(`status.${value}`) }))}
      />
      <Text>{t('replayAllAsk')}</Text>
    </DecisionDialog>
  )
}

function useColumns(): Column<Callback>[] {
  const t = useWords(pspWords)
  const shared = useWords(operatorWords)
  return [
    {
      id: 'id',
      header: t('inboxColumns.id'),
      cell: ({ id }) => (
        <LinkAnchor
          to="/operacao/avisos-psp/$callback"
          params={{ callback: String(id) }}
          className="figures"
          underline="always"
          inherit
        >
          {id}
        </LinkAnchor>
      ),
    },
    { id: 'at', header: t('inboxColumns.at'), cell: ({ receivedAt }) => <Moment at={receivedAt} /> },
    { id: 'psp', header: shared('psp'), cell: ({ pspAccountId }) => <PspLink id={pspAccountId} /> },
    { id: 'status', header: shared('status'), cell: ({ status }) => <CallbackState status={status} /> },
    {
      id: 'attempts',
      header: t('inboxColumns.attempts'),
      isNumber: true,
      cell: ({ attempts }) => <span className="figures">{attempts}</span>,
    },
    {
      id: 'trouble',
      header: t('inboxColumns.trouble'),
      cell: ({ trouble }) => (trouble === null ? '–' : <span lang="en">{trouble}</span>),
    },
    {
      id: 'act',
      header: shared('choice'),
      // One that is applied can be tried again on its own page.
      cell: ({ id, status, preview }) => (status === 'applied' ? '–' : <Replay id={id} preview={preview} size="xs" />),
    },
  ]
}
