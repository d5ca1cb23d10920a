// What became of a charge: paid, ended without money, changed after its payment, or not yet ready.
import { Group, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheckFilled, IconCircleX, IconQrcode } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { mayHaveBeenPaid } from '#kernel/terms/unpaid-end.ts'
import type { SaleWithLife } from '../../../api/money/sales.ts'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { IfMay } from '../../../ui/layout/if-may.tsx'
import { Code, Facts } from '../../../ui/layout/section.tsx'
import { LinkButton } from '../../../ui/navigation/links.tsx'
import { Moment } from '../../../ui/values/moment.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { useWords } from '../../../words/words.ts'
import classes from './shown-charge.module.css'
import { shownWords } from './shown-words.ts'

interface OutcomeProps {
  sale: SaleWithLife
}

export function PaidCharge({ sale }: OutcomeProps) {
  const t = useWords(shownWords)
  const heading = useRef<HTMLHeadingElement>(null)
  // Where a person reads the page by ear, the change is what they wait for.
  useEffect(() => heading.current?.focus(), [])
  const { payer, completedAt, externalReference, endToEndId } = sale
  const payerText = [payer?.name, payer?.document].filter(Boolean).join(' · ')
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={640} className={classes.card}>
      <Stack gap="lg">
        <Group gap="md" wrap="nowrap" align="flex-start">
          <IconCircleCheckFilled size={56} className={classes.paid} aria-hidden />
          <div>
            <Title order={2} ref={heading} tabIndex={-1} className={classes.heading}>
              {t('paid')}
            </Title>
            <Text>{t('paidText')}</Text>
          </div>
        </Group>
        <Facts
          facts={[
            { name: t('paidAmount'), value: <Money centavos={sale.amount} fw={650} fz="lg" /> },
            { name: t('paidAt'), value: <Moment at={completedAt} form="exact" /> },
            { name: t('payer'), value: payerText === '' ? t('payerNone') : payerText },
            { name: t('what'), value: sale.items[0]?.title },
            { name: t('reference'), value: t('referenceText', { number: sale.id }) },
            externalReference === undefined ? null : { name: t('yourReference'), value: externalReference },
            endToEndId === null ? null : { name: t('endToEnd'), value: <Code>{endToEndId}</Code> },
          ]}
        />
        <After sale={sale} />
      </Stack>
    </Paper>
  )
}

/** The next buyer, or a closer look. */
function After({ sale }: OutcomeProps) {
  const t = useWords(shownWords)
  return (
    <Group gap="sm">
      <IfMay route="POST /api/sales">
        <LinkButton to="/vendas/nova" leftSection={<IconQrcode size={18} />}>
          {t('next')}
        </LinkButton>
      </IfMay>
      <LinkButton to="/vendas/$sale" params={{ sale: sale.uuid }} variant="default">
        {t('sale')}
      </LinkButton>
    </Group>
  )
}

export function EndedCharge({ sale }: OutcomeProps) {
  const t = useWords(shownWords)
  return (
    <Over icon={<IconCircleX />} title={t('ended')} sale={sale}>
      {t(mayHaveBeenPaid(sale) ? 'endedInDoubt' : 'endedText')}
    </Over>
  )
}

export function ChangedCharge({ sale }: OutcomeProps) {
  const t = useWords(shownWords)
  return (
    <Over icon={<IconArrowBackUp />} title={t('changed')} sale={sale}>
      {t('changedText')}
    </Over>
  )
}

interface OverProps extends OutcomeProps {
  icon: ReactNode
  title: string
  children: ReactNode
}

const Over = ({ sale, icon, title, children }: OverProps) => (
  <EmptyState icon={icon} title={title} action={<After sale={sale} />}>
    {children}
  </EmptyState>
)

export function StartingCharge() {
  const t = useWords(shownWords)
  return (
    <EmptyState icon={<Loader size="sm" />} title={t('starting')}>
      {t('startingText')}
    </EmptyState>
  )
}
