// One line of the statement. Where money is only held or released, the total balance stays, and the line names what changed
// sides.
import { Group, Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import type { Line } from '../api/money/statement.ts'
import { RowLink } from '../ui/tables/row-link.tsx'
import type { Column } from '../ui/tables/rows-table.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { Money, moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { saleOf } from './reference.ts'
import { statementWords } from './words.ts'

interface OfLine {
  line: Line
}

/** The title of a line, with the link to its subject. */
export type LineTitle = ComponentType<OfLine>

export function useLineColumns(Title: LineTitle): Column<Line>[] {
  const t = useWords(statementWords)
  return [
    { id: 'date', header: t('columns.date'), cell: line => <Moment at={line.date} /> },
    { id: 'what', header: t('columns.what'), cell: line => <What line={line} Title={Title} /> },
    { id: 'amount', header: t('columns.amount'), isNumber: true, cell: line => <Amount line={line} /> },
    {
      id: 'available',
      header: t('columns.available'),
      isNumber: true,
      cell: line => <Money centavos={line.availableAfter} c="dimmed" />,
    },
    {
      id: 'balance',
      header: t('columns.balance'),
      isNumber: true,
      cell: line => <Money centavos={line.balanceAfter} fw={600} />,
    },
  ]
}

interface TitledLine extends OfLine {
  Title: LineTitle
}

export function LineCard({ line, Title }: TitledLine) {
  const t = useWords(statementWords)
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <What line={line} Title={Title} />
        <Amount line={line} />
      </Group>
      <Group justify="space-between" gap="xs">
        <Text component="span" c="dimmed" size="sm">
          <Moment at={line.date} />
        </Text>
        <Text component="span" c="dimmed" size="sm">
          {t('columns.balanceShort')} <Money centavos={line.balanceAfter} />
        </Text>
      </Group>
    </Stack>
  )
}

function What({ line, Title }: TitledLine) {
  const t = useWords(statementWords)
  const { type, id, externalReference, contrato } = line.reference
  const moved = useMovedText(line)
  return (
    <div>
      <Title line={line} />
      <Text size="sm" c="dimmed">
        {t(`references.${type}`, { id })}
        {externalReference !== null && ` · ${externalReference}`}
        {contrato !== undefined && ` · ${t('contract', { contrato })}`}
      </Text>
      {moved !== null && (
        <Text size="sm" c="dimmed">
          {moved}
        </Text>
      )}
    </div>
  )
}

/** To the sale or the cashout of the line; a subject without a page has no link. */
export function SellersTitle({ line }: OfLine) {
  const { reference, description } = line
  const sale = saleOf(reference)
  if (sale !== null)
    return (
      <RowLink to="/vendas/$sale" params={{ sale }}>
        {description}
      </RowLink>
    )
  if (reference.type === 'cashout')
    return (
      <RowLink to="/saques/$cashout" params={{ cashout: reference.uuid ?? String(reference.id) }}>
        {description}
      </RowLink>
    )
  return <Text fw={600}>{description}</Text>
}

function Amount({ line: { amount } }: OfLine) {
  const t = useWords(statementWords)
  if (amount !== 0) return <Money centavos={amount} signed fw={600} />
  return (
    <Text component="span" size="sm" c="dimmed" flex="none">
      {t('moved.none')}
    </Text>
  )
}

function useMovedText({ amount, availableAmount, blockedAmount }: Line): string | null {
  const t = useWords(statementWords)
  const { locale } = useLanguage()
  if (amount !== 0 || availableAmount === 0) return null
  return availableAmount < 0
    ? t('moved.held', { amount: moneyText(blockedAmount, locale) })
    : t('moved.released', { amount: moneyText(availableAmount, locale) })
}
