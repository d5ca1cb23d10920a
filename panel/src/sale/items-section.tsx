// The sold items.
import { Table } from '@mantine/core'
import type { Sale } from '../api/money/sales.ts'
import { Section } from '../ui/layout/section.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { saleWords } from './words.ts'

export function ItemsSection({ items }: { items: Sale['items'] }) {
  const t = useWords(saleWords)
  return (
    <Section title={t('one.items')}>
      <Table verticalSpacing="xs" horizontalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('one.item')}</Table.Th>
            <Table.Th scope="col" ta="right">
              {t('one.quantity')}
            </Table.Th>
            <Table.Th scope="col" ta="right">
              {t('one.unitPrice')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(item => (
            <Table.Tr key={item.id}>
              <Table.Td>{item.title}</Table.Td>
              <Table.Td ta="right" className="figures">
                {item.quantity}
              </Table.Td>
              <Table.Td ta="right">
                <Money centavos={item.unitPrice} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  )
}
