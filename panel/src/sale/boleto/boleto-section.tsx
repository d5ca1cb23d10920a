// The boleto of a sale: while it may be paid its line, its Pix code and whether a bank has taken it; then when it was due and how much was
// paid. It is loaded for sales by boleto only.
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { printedLine } from '#kernel/boleto/line.ts'
import type { SaleWithLife } from '../../api/money/sales.ts'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { CopyButton } from '../../ui/values/copy-button.tsx'
import { dayText } from '../../ui/values/moment.tsx'
import { Money } from '../../ui/values/money.tsx'
import { QrCode } from '../../ui/values/qr-code.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { boletoWords } from './words.ts'

/** As the gateway has them of a sale by boleto. */
export interface BoletoParts {
  dueDate?: string | null
  payUntil?: string | null
  identifiedAt?: string | null
  boletoPdfUrl?: string | null
  paidAmount?: number | null
}

type SaleByBoleto = SaleWithLife & BoletoParts

export function BoletoSection({ sale }: { sale: SaleByBoleto }) {
  const t = useWords(boletoWords)
  const { boletoCode, identifiedAt = null, boletoPdfUrl = null } = sale
  if (sale.status !== 'PENDENTE') return <EndedBoleto sale={sale} />
  const copy = boletoCode !== null && identifiedAt === null && <CopyButton value={boletoCode} label={t('copyLine')} />
  return (
    <Section title={t('title')} aside={copy}>
      <Stack gap="md">
        {identifiedAt !== null && (
          <div>
            <StatusBadge tone="good">{t('identified')}</StatusBadge>
            <Text mt={6}>{t('identifiedText')}</Text>
          </div>
        )}
        {boletoCode !== null && identifiedAt === null && (
          <div>
            <Text size="sm" c="dimmed">
              {t('line')}
            </Text>
            <Code>{printedLine(boletoCode)}</Code>
          </div>
        )}
        <Days sale={sale} />
        {sale.pixKey !== null && identifiedAt === null && <Pix code={sale.pixKey} />}
        {boletoPdfUrl !== null && (
          <Anchor href={boletoPdfUrl} target="_blank" rel="noopener noreferrer">
            {t('pdf')}
          </Anchor>
        )}
      </Stack>
    </Section>
  )
}

function EndedBoleto({ sale: { dueDate = null, paidAmount = null, amount } }: { sale: SaleByBoleto }) {
  const t = useWords(boletoWords)
  const { locale } = useLanguage()
  const charges = paidAmount === null ? 0 : paidAmount - amount
  return (
    dueDate !== null && (
      <Section title={t('title')}>
        <Facts
          facts={[
            { name: t('due'), value: dayText(dueDate, locale) },
            ...(paidAmount === null ? [] : [{ name: t('paid'), value: <Money centavos={paidAmount} /> }]),
            ...(charges > 0 ? [{ name: t('charges'), value: <Money centavos={charges} /> }] : []),
          ]}
        />
      </Section>
    )
  )
}

function Days({ sale: { dueDate, payUntil } }: { sale: SaleByBoleto }) {
  const t = useWords(boletoWords)
  const { locale } = useLanguage()
  if (dueDate == null || payUntil == null) return null
  return (
    <Facts
      facts={[
        { name: t('due'), value: dayText(dueDate, locale) },
        { name: t('payUntil'), value: dayText(payUntil, locale) },
      ]}
    />
  )
}

function Pix({ code }: { code: string }) {
  const t = useWords(boletoWords)
  return (
    <Group align="flex-start" gap="lg">
      <QrCode text={code} label={t('qr')} />
      <Stack gap="xs" flex="1 1 14rem">
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {t('pix')}
          </Text>
          <CopyButton value={code} label={t('copyPix')} />
        </Group>
        <Code>{code}</Code>
      </Stack>
    </Group>
  )
}
