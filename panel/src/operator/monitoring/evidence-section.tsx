// The movements of a case, each with the way to its page.
import { Text } from '@mantine/core'
import type { WholeCase } from '../../api/operator/monitoring/cases.ts'
import { Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import { Breaking } from '../shared/parts.tsx'
import { PlainRows } from '../shared/plain-table.tsx'
import { monitoringWords } from './words.ts'

type Movement = WholeCase['evidence'][number]

export function EvidenceSection({ found }: { found: WholeCase }) {
  const t = useWords(monitoringWords)
  const columns = useColumns(found.accountId)
  return (
    <Section title={t('evidence')}>
      {found.evidenceIsCut && (
        <Text c="dimmed" mb="sm">
          {t('evidenceCut')}
        </Text>
      )}
      <PlainRows
        caption={t('evidence')}
        columns={columns}
        rowKey={({ direction, reference, id }) => `${direction} ${reference} ${id}`}
        rows={found.evidence}
      />
    </Section>
  )
}

function useColumns(accountId: number): Column<Movement>[] {
  const t = useWords(monitoringWords)
  return [
    {
      id: 'open',
      header: t('columns.open'),
      cell: movement => <MovementLink accountId={accountId} movement={movement} />,
    },
    { id: 'direction', header: t('columns.direction'), cell: ({ direction }) => t(`direction.${direction}`) },
    { id: 'at', header: t('columns.at'), cell: ({ at }) => <Moment at={at} /> },
    { id: 'other', header: t('columns.other'), cell: movement => <Other movement={movement} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: ({ amount }) => <Money centavos={amount} /> },
  ]
}

function Other({ movement: { otherName, otherDocument, pixKey } }: { movement: Movement }) {
  const known = [otherName, otherDocument, pixKey].filter(text => text !== null)
  if (known.length === 0) return '–'
  return known.map(text => (
    <div key={text}>
      <Breaking>{text}</Breaking>
    </div>
  ))
}

/** A sale has no page of the operator's: its lines of the account's statement are shown. */
function MovementLink({ accountId, movement }: { accountId: number; movement: Movement }) {
  const t = useWords(monitoringWords)
  const { reference, id, uuid } = movement
  const label = t(`reference.${reference}`, { id })
  const account = String(accountId)
  if (reference === 'cashout' && uuid !== null)
    return (
      <LinkAnchor to="/operacao/saques/$cashout" params={{ cashout: uuid }} underline="always" inherit>
        {label}
      </LinkAnchor>
    )
  if (reference === 'sale' && uuid !== null)
    return (
      <LinkAnchor
        to="/operacao/contas/$account/extrato"
        params={{ account }}
        search={{ ref: uuid }}
        underline="always"
        inherit
      >
        {label}
      </LinkAnchor>
    )
  return (
    <LinkAnchor to="/operacao/recebimentos" search={{ accountId: account, id: String(id) }} underline="always" inherit>
      {label}
    </LinkAnchor>
  )
}
