// What is in a cart, and the sales that were made to pay it.
import { Group, Stack, Text } from '@mantine/core'
import type { Cart } from '../api/money/carts.ts'
import { saleStatusWords } from '../sale/shown/status-words.ts'
import { SALE_TONES } from '../sale/status.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { Section } from '../ui/layout/section.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { centsOf } from './cart-status.tsx'
import { cartWords } from './words.ts'

export function CartItems({ cart }: { cart: Cart }) {
  const t = useWords(cartWords)
  return (
    <Section title={t('one.items')}>
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {cart.cartItems.map(({ id, title, quantity, unitPrice }) => (
          <Group component="li" key={id} justify="space-between" wrap="nowrap" align="baseline">
            <Text component="span" miw={0} style={{ overflowWrap: 'anywhere' }}>
              {quantity === 1 ? title : `${quantity} × ${title}`}
            </Text>
            <Money centavos={centsOf(unitPrice) * quantity} />
          </Group>
        ))}
      </Stack>
    </Section>
  )
}

export function CartSales({ cart: { sales } }: { cart: Cart }) {
  const t = useWords(cartWords)
  const sale = useWords(saleStatusWords)
  return (
    <Section title={t('one.sales')}>
      {sales.length === 0 && <Text c="dimmed">{t('one.noSales')}</Text>}
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {sales.map(({ id, uuid, status }) => (
          <Group component="li" key={uuid} justify="space-between">
            <LinkAnchor to="/vendas/$sale" params={{ sale: uuid }} underline="always">
              {t('one.sale', { number: id })}
            </LinkAnchor>
            {status in SALE_TONES && (
              <StatusBadge tone={SALE_TONES[status as keyof typeof SALE_TONES]}>
                {sale(`status.${status as keyof typeof SALE_TONES}`)}
              </StatusBadge>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
