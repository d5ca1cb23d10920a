// The receipt of a cashout that was paid, to be printed or handed on.
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconPrinter, IconReceiptOff } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '../../api/access/session.ts'
import { centavosOf } from '../../api/account/reais.ts'
import { type Cashout, useCashout } from '../../api/money/cashouts.ts'
import { GATEWAY_NAME } from '../../ui/brand/gateway-name.ts'
import { PorteiraMark } from '../../ui/brand/porteira-mark.tsx'
import { EmptyState, ErrorState, LoadingPage } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BackLink } from '../../ui/navigation/back-link.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { Money, moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import classes from './receipt.module.css'
import { ReceiptFacts } from './receipt-facts.tsx'
import { receiptWords } from './receipt-words.ts'

const route = getRouteApi('/shell/saques/$cashout/comprovante')

export function ReceiptPage() {
  const t = useWords(receiptWords)
  const { cashout: id } = route.useParams()
  const { data, error, isPending, refetch } = useCashout(id)
  if (isPending) return <LoadingPage />
  if (data === undefined) return <ErrorState error={error} retry={() => void refetch()} />
  const isPaid = data.status === 'COMPLETED'
  return (
    <>
      <div className={classes.around}>
        <PageHeader
          title={t('title')}
          above={
            <BackLink to="/saques/$cashout" params={{ cashout: data.uuid }}>
              {t('back')}
            </BackLink>
          }
          actions={isPaid && <PrintButton />}
        />
      </div>
      {isPaid ? (
        <Receipt cashout={data} />
      ) : (
        <EmptyState icon={<IconReceiptOff />} title={t('noneTitle')}>
          {t('none')}
        </EmptyState>
      )}
    </>
  )
}

function PrintButton() {
  const t = useWords(receiptWords)
  return (
    <Button leftSection={<IconPrinter size={18} />} onClick={() => window.print()}>
      {t('print')}
    </Button>
  )
}

function Receipt({ cashout }: { cashout: Cashout }) {
  const t = useWords(receiptWords)
  const { locale } = useLanguage()
  const { data: account } = useAccount()
  const { returnedAmount, returnedAt } = cashout
  return (
    <Paper component="article" className={classes.receipt} aria-labelledby="receipt-of">
      <Group gap="sm" className={classes.brand}>
        <PorteiraMark />
        <Text fw={700}>{GATEWAY_NAME}</Text>
      </Group>
      {account?.environment === 'test' && <Text className={classes.test}>{t('test')}</Text>}
      <Title order={2} size="h4" id="receipt-of">
        {t('paid')}
      </Title>
      <Text className={classes.amount}>
        <Money centavos={centavosOf(cashout.netAmount)} />
      </Text>
      <ReceiptFacts cashout={cashout} payer={account?.name ?? ''} />
      {returnedAmount !== undefined && returnedAt !== undefined && (
        <Text fw={600} mt="md">
          {t('returned', {
            amount: moneyText(centavosOf(returnedAmount), locale),
            moment: momentText(returnedAt, locale),
          })}
        </Text>
      )}
      <Text size="sm" c="dimmed" className={classes.issued}>
        {t('issued', { house: GATEWAY_NAME, moment: momentText(new Date().toISOString(), locale) })}
      </Text>
    </Paper>
  )
}
