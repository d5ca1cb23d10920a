// The fees of the account for each sale and cashout, with the rest of an example amount. Read-only.
import { Alert, Stack, Text } from '@mantine/core'
import { centavos, toCentsNumber } from '#kernel/money.ts'
import { feeOf } from '#kernel/terms/terms.ts'
import type { Account } from '../../api/access/session.ts'
import { rateText } from '../../ui/forms/rate.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { type Agreed, agreedPrice } from './agreed-price.ts'
import { settingsWords } from './words.ts'

const METHODS = ['pix', 'pixAutomatico', 'boleto', 'creditCard', 'debitCard', 'transfer', 'cashout'] as const
const EXAMPLE = 100_00

export function FeesSection({ account: { fees, limits, soldMethods, cardsOffUntil } }: { account: Account }) {
  const t = useWords(settingsWords)
  const { locale } = useLanguage()
  const textOf = usePriceText()
  const money = (cents: number) => moneyText(cents, locale)
  const cashout = Math.max(EXAMPLE, limits.cashoutMinimumCents)
  return (
    <Section title={t('fees.title')}>
      <Stack gap="md">
        {cardsOffUntil !== null && (
          <Alert variant="default" color="ocre" title={t('fees.cardsOff')}>
            {t('fees.cardsOffUntil')} <Moment at={cardsOffUntil} />
          </Alert>
        )}
        <Facts
          facts={[
            {
              name: t('fees.sold'),
              value:
                soldMethods.length === 0
                  ? t('fees.nothingSold')
                  : soldMethods.map(method => t(`fees.soldMethods.${method}`)).join(', '),
            },
            ...METHODS.map(method => {
              const price = fees[method]
              return price === null ? null : { name: t(`fees.methods.${method}`), value: textOf(price) }
            }),
            ...(fees.creditCardInstallments ?? []).map(({ from, to, price }) => ({
              name: t('fees.parts', { from, to }),
              value: textOf(price),
            })),
          ]}
        />
        <Text fw={600}>{t('fees.ofSale', { amount: money(EXAMPLE), net: money(netOf(EXAMPLE, fees.pix)) })}</Text>
        <Text>{t('fees.ofCashout', { amount: money(cashout), net: money(netOf(cashout, fees.cashout)) })}</Text>
      </Stack>
    </Section>
  )
}

/** By the very rule by which the gateway counts. */
const netOf = (amount: number, price: Agreed): number =>
  amount - toCentsNumber(feeOf(centavos(amount), agreedPrice(price)).total)

function usePriceText(): (price: Agreed) => string {
  const t = useWords(settingsWords)
  const { locale } = useLanguage()
  return ({ fixedCents, basisPoints, minimumCents, maximumCents }) => {
    const parts = [
      basisPoints > 0 ? rateText(basisPoints, locale) : null,
      fixedCents > 0 ? moneyText(fixedCents, locale) : null,
    ].filter(part => part !== null)
    const bounds = [
      minimumCents === null ? null : t('fees.minimum', { amount: moneyText(minimumCents, locale) }),
      maximumCents === null ? null : t('fees.maximum', { amount: moneyText(maximumCents, locale) }),
    ].filter(part => part !== null)
    return [parts.length === 0 ? t('fees.nothing') : parts.join(' + '), ...bounds].join(', ')
  }
}
