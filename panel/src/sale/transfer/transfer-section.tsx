// A sale by transfer: where its buyer pays, the reference by which it is recognised, and what has paid it. It is loaded for such sales only.
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { readableDocument } from '#kernel/pix/document.ts'
import type { SaleWithLife } from '../../api/money/sales.ts'
import { Code, type Fact, Facts, Section } from '../../ui/layout/section.tsx'
import { CopyButton } from '../../ui/values/copy-button.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { transferSaleWords } from './words.ts'

type BankTransfer = NonNullable<SaleWithLife['bankTransfer']>

interface TransferSectionProps {
  sale: SaleWithLife
  payee: BankTransfer
  /** While it may be paid. */
  children?: ReactNode
}

export function TransferSection({ sale, payee, children }: TransferSectionProps) {
  const t = useWords(transferSaleWords)
  const isOpen = sale.status === 'PENDENTE'
  const copied = (value: string, label: string) => (
    <Group gap="xs">
      <Code>{value}</Code>
      {isOpen && <CopyButton value={value} label={label} />}
    </Group>
  )
  return (
    <Section title={t('title')}>
      <Stack gap="md">
        {isOpen && <Text c="dimmed">{t('text')}</Text>}
        <Facts
          facts={[
            paidBy(sale, t('paidBy'), t(sale.endToEndId === null ? 'byTed' : 'byPix')),
            { name: t('reference'), value: copied(payee.reference, t('copyReference')) },
            { name: t('pixKey'), value: copied(payee.pixKey, t('copyKey')) },
            { name: t('bank'), value: payee.bank },
            { name: t('branch'), value: <span className="figures">{payee.branch}</span> },
            {
              name: t('account'),
              value: (
                <>
                  <span className="figures">{payee.account}</span> ({t(`types.${payee.accountType}`)})
                </>
              ),
            },
            { name: t('holder'), value: `${payee.holderName} · ${readableDocument(payee.holderDocument)}` },
            isOpen ? { name: t('expires'), value: <Moment at={lastMoment(sale)} /> } : null,
          ]}
        />
        {isOpen && children}
      </Stack>
    </Section>
  )
}

/** It ends with a day, whose last minute people understand better than the first one of the next day. */
const lastMoment = ({ expiresAt }: SaleWithLife) => new Date(Date.parse(expiresAt) - 1).toISOString()

/** With its payer, as far as the bank tells it. null: it is not paid. */
function paidBy({ payer }: SaleWithLife, name: string, way: string): Fact | null {
  if (payer === null) return null
  return { name, value: [way, payer.name, payer.document].filter(Boolean).join(' · ') }
}
