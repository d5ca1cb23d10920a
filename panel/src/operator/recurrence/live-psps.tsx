// The PSP accounts with open recurrences: whether debits are ordered there, and whether the PSP knows where to report them.
import { Text } from '@mantine/core'
import { useEveryPsp } from '../../api/operator/psps.ts'
import type { Stuck } from '../../api/operator/recurrence/stuck.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { useWords } from '../../words/words.ts'
import { PspLink } from '../shared/parts.tsx'
import { PlainRows } from '../shared/plain-table.tsx'
import { stuckWords } from './words.ts'

type Live = Stuck['live'][number]

export function LivePsps({ live }: { live: Live[] }) {
  const t = useWords(stuckWords)
  const columns: Column<Live>[] = [
    {
      id: 'psp',
      header: t('columns.psp'),
      cell: ({ pspAccountId, name }) => <PspLink id={pspAccountId}>{name}</PspLink>,
    },
    { id: 'live', header: t('columns.live'), isNumber: true, cell: ({ count }) => count },
    {
      id: 'state',
      header: t('columns.state'),
      cell: ({ isOff }) => <StatusBadge tone={isOff ? 'bad' : 'good'}>{t(isOff ? 'off' : 'on')}</StatusBadge>,
    },
    { id: 'callbacks', header: t('callbacks'), cell: ({ pspAccountId }) => <Callbacks id={pspAccountId} /> },
  ]
  if (live.length === 0) return <Text c="dimmed">{t('pspsNone')}</Text>
  return <PlainRows caption={t('psps')} columns={columns} rows={live} rowKey={({ pspAccountId }) => pspAccountId} />
}

/** Of recurrences and of debits: one that is missing is as bad as both. */
function Callbacks({ id }: { id: number }) {
  const t = useWords(stuckWords)
  const { data } = useEveryPsp()
  const registrations = data?.data.find(one => one.id === id)?.registrations
  if (registrations === undefined) return '–'
  const areKnown = [registrations.rec, registrations.cobr].every(one => one !== null && one.trouble === null)
  return (
    <StatusBadge tone={areKnown ? 'good' : 'attention'}>{t(areKnown ? 'registered' : 'notRegistered')}</StatusBadge>
  )
}
