// The operators: since when, with which second factor, last seen when. Removing one takes two operators where there are more
// than two.
import { Text } from '@mantine/core'
import { type Operator, type RemovalAnswer, removeOperator, useOperators } from '../../api/operator/operators.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { ListPage } from '../shared/list-page.tsx'
import { Breaking } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { operatorsWords } from './operators-words.ts'

export function OperatorsPage() {
  const t = useWords(operatorsWords)
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useOperators()}
      hasSizes={false}
    />
  )
}

function useColumns(): Column<Operator>[] {
  const t = useWords(operatorsWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'person', header: t('columns.person'), cell: operator => <Who operator={operator} /> },
    {
      id: 'since',
      header: t('columns.since'),
      cell: ({ since }) => (since === null ? t('fromTheStart') : <Moment at={since} form="day" />),
    },
    { id: 'factor', header: t('columns.factor'), cell: ({ secondFactor }) => <Factor of={secondFactor} /> },
    {
      id: 'seen',
      header: t('columns.seen'),
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? t('noSession') : <Moment at={lastSeenAt} />),
    },
    { id: 'act', header: shared('choice'), cell: operator => <Remove operator={operator} /> },
  ]
}

function Who({ operator: { name, email, isYou } }: { operator: Operator }) {
  const t = useWords(operatorsWords)
  return (
    <>
      <Breaking>{name}</Breaking>
      <Text size="sm" c="dimmed" component="div">
        <Breaking>{email}</Breaking>
      </Text>
      {isYou && <StatusBadge tone="quiet">{t('you')}</StatusBadge>}
    </>
  )
}

function Factor({ of: { authenticatorApp, passkeys } }: { of: Operator['secondFactor'] }) {
  const t = useWords(operatorsWords)
  if (!authenticatorApp && passkeys === 0) return <StatusBadge tone="attention">{t('factor.none')}</StatusBadge>
  const parts = [
    ...(authenticatorApp ? [t('factor.app')] : []),
    ...(passkeys > 0 ? [t('factor.passkeys', { count: passkeys })] : []),
  ]
  return <StatusBadge tone="good">{parts.join(', ')}</StatusBadge>
}

function Remove({ operator: { id, name, email, isYou, removal } }: { operator: Operator }) {
  const t = useWords(operatorsWords)
  const { takesTwo, mayNotBecause } = removal
  if (mayNotBecause !== null) return <Text size="sm">{t(`mayNot.${mayNotBecause}`)}</Text>
  const label = t(isYou ? 'removeYourself' : 'remove')
  return (
    <Act
      size="xs"
      label={label}
      about={email}
      dialog={close => (
        <DecisionDialog
          title={label}
          verb={label}
          dangerous
          action={({ reason }) => removeOperator(id, reason)}
          message={answer => ((answer as RemovalAnswer).removed ? t('removed', { name }) : t('proposed'))}
          onClose={close}
        >
          <Text>{t('removeAsk', { name })}</Text>
          <Text>{t(takesTwo ? 'byTwo' : 'alone')}</Text>
        </DecisionDialog>
      )}
    />
  )
}
