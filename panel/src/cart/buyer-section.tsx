// Who the buyer is, as they have said it, and what they have agreed to.
import { Text } from '@mantine/core'
import { readableDocument } from '#kernel/pix/document.ts'
import type { Cart } from '../api/money/carts.ts'
import { Code, type Fact, Facts, Section } from '../ui/layout/section.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { useWords } from '../words/words.ts'
import { cartWords } from './words.ts'

const known = (name: string, value: string): Fact | null => (value === '' ? null : { name, value })
/** A document that is hidden stays as it comes. */
const documentText = (document: string): string =>
  /^[0-9A-Z]+$/.test(document) ? readableDocument(document) : document

export function BuyerSection({ cart }: { cart: Cart }) {
  const t = useWords(cartWords)
  const { customerName, customerEmail, customerPhone, customerDocument, checkoutId, externalReference } = cart
  return (
    <Section title={t('buyer.title')}>
      {cart.erasedAt !== null && (
        <Text mb="sm">
          {t('buyer.erased')} <Moment at={cart.erasedAt} form="day" />.
        </Text>
      )}
      <Facts
        facts={[
          known(t('buyer.name'), customerName),
          known(t('buyer.email'), customerEmail),
          known(t('buyer.phone'), customerPhone),
          known(t('buyer.document'), documentText(customerDocument)),
          cart.erasedAt === null
            ? { name: t('buyer.consent'), value: t(cart.marketingConsent ? 'buyer.yes' : 'buyer.no') }
            : null,
          { name: t('buyer.from'), value: checkoutId === null ? t('buyer.ownShop') : <Checkout id={checkoutId} /> },
          externalReference === null ? null : { name: t('buyer.reference'), value: <Code>{externalReference}</Code> },
          { name: t('buyer.uuid'), value: <Code>{cart.uuid}</Code> },
        ]}
      />
    </Section>
  )
}

/** The others that came from the same place. */
function Checkout({ id }: { id: string }) {
  const t = useWords(cartWords)
  return (
    <LinkAnchor to="/carrinhos" search={{ checkout: id }} underline="always">
      {t('buyer.sameCheckout')}
    </LinkAnchor>
  )
}
