// What a link sells, on which terms.
import { Anchor } from '@mantine/core'
import type { PaymentLink } from '../api/money/payment-links.ts'
import { Code, type Fact, Facts, Section } from '../ui/layout/section.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { Money, moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { usePriceText } from './link-status.tsx'
import { LinkMethods } from './methods/link-methods.tsx'
import { linkWords } from './words.ts'

export function OfferSection({ link }: { link: PaymentLink }) {
  const t = useWords(linkWords)
  const price = usePriceText()
  const requestedFields = [
    ...(link.askDocument === true ? [t('one.asksDocument')] : []),
    ...(link.askAddress === true || link.items.some(item => item.tangible) ? [t('one.asksAddress')] : []),
  ]
  return (
    <Section title={t('one.offer')}>
      <Facts
        facts={[
          { name: t('one.price'), value: price(link) },
          link.items.length === 0 ? null : { name: t('one.items'), value: <Items items={link.items} /> },
          cents(t('one.shipping'), link.shippingAmount),
          cents(t('one.discount'), link.discountAmount),
          { name: t('one.methods'), value: <LinkMethods link={link} /> },
          link.boleto === undefined || !link.methods.includes('BOLETO')
            ? null
            : { name: t('one.dueInDays'), value: link.boleto.dueInDays },
          { name: t('one.limit'), value: link.maxSales ?? t('one.noLimit') },
          {
            name: t('one.expires'),
            value: link.expiresAt === null ? t('one.never') : <Moment at={justBefore(link.expiresAt)} />,
          },
          requestedFields.length === 0 ? null : { name: t('one.asks'), value: requestedFields.join(', ') },
          text(t('one.thankYou'), link.thankYou),
          address(t('one.successUrl'), link.successUrl),
          address(t('one.cancelUrl'), link.cancelUrl),
          text(t('one.reference'), link.externalReference),
          { name: t('one.created'), value: <Moment at={link.createdAt} /> },
          { name: t('one.uuid'), value: <Code>{link.uuid}</Code> },
        ]}
      />
    </Section>
  )
}

/** A link that sells until the end of a day ends at midnight: what is shown is a moment of that day. */
const justBefore = (iso: string): string => new Date(Date.parse(iso) - 1).toISOString()

const cents = (name: string, centavos: number | undefined): Fact | null =>
  centavos === undefined ? null : { name, value: <Money centavos={centavos} /> }

const text = (name: string, value: string | undefined): Fact | null => (value === undefined ? null : { name, value })

const address = (name: string, url: string | undefined): Fact | null =>
  url === undefined
    ? null
    : {
        name,
        value: (
          <Anchor href={url} target="_blank" rel="noopener noreferrer">
            {url}
          </Anchor>
        ),
      }

function Items({ items }: { items: PaymentLink['items'] }) {
  const t = useWords(linkWords)
  const { locale } = useLanguage()
  return items.map(({ title, unitPrice, quantity, minQuantity, maxQuantity }, n) => {
    const price = moneyText(unitPrice, locale)
    const [min, max] = [minQuantity ?? quantity, maxQuantity ?? quantity]
    const much = min === max ? t('one.quantity', { quantity, price }) : t('one.quantityOpen', { min, max, price })
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name, and are read only
      <div key={n}>
        {title} ({much})
      </div>
    )
  })
}
