// The newest sales that wait for their buyers, each with a button that pays it.
import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { type Sale, salesQuery, useSimulatePayment } from '../api/money/sales.ts'
import { saleStatusWords } from '../sale/shown/status-words.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { ErrorState, LoadingRows } from '../ui/feedback/states.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Thing, ThingList } from '../ui/layout/thing-list.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { testBankWords } from './words.ts'

const SHOWN = 5

export function OpenSales() {
  const t = useWords(testBankWords)
  return (
    <Section title={t('open.title')}>
      <Text size="sm" c="dimmed" mb="xs">
        {t('open.text')}
      </Text>
      <List />
    </Section>
  )
}

function List() {
  const t = useWords(testBankWords)
  const { data, error, isLoadingError, refetch } = useQuery(salesQuery({ status: 'PENDENTE', limit: SHOWN }))
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <LoadingRows rows={2} />
  if (data.data.length === 0) return <Text>{t('open.none')}</Text>
  return (
    <ThingList>
      {data.data.map(sale => (
        <OpenSale key={sale.uuid} sale={sale} />
      ))}
    </ThingList>
  )
}

function OpenSale({ sale }: { sale: Sale }) {
  const t = useWords(testBankWords)
  const name = useWords(saleStatusWords)
  const problemText = useProblemText()
  const { locale } = useLanguage()
  const { mutate, isPending, error } = useSimulatePayment(sale.uuid)
  const amount = moneyText(sale.amount, locale)
  const pay = () => mutate(undefined, { onSuccess: () => notifications.show({ message: t('pay.paid') }) })
  return (
    <Thing
      name={
        <LinkAnchor to="/vendas/$sale" params={{ sale: sale.uuid }}>
          {amount}
        </LinkAnchor>
      }
      about={
        <>
          {name(`method.${sale.paymentMethod}`)} · {sale.customer.name} · <Moment at={sale.date} />
          {error !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problemText(error)}
            </Text>
          )}
        </>
      }
    >
      <Button variant="default" size="xs" loading={isPending} onClick={pay} aria-label={t('open.pay', { amount })}>
        {t('pay.verb')}
      </Button>
    </Thing>
  )
}
