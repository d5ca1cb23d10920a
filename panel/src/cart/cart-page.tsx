// One cart: whose it is, what is in it, what became of it, and the way back for its buyer.
import { Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEraser } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type Cart, useCart } from '../api/money/carts.ts'
import { ErrorState, LoadingPage } from '../ui/feedback/states.tsx'
import { IfMay } from '../ui/layout/if-may.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { BackLink } from '../ui/navigation/back-link.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { BuyerSection } from './buyer-section.tsx'
import { CartItems, CartSales } from './cart-contents.tsx'
import { CartLife } from './cart-life.tsx'
import { CartStatusBadge, centsOf, useBuyerName } from './cart-status.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { cartWords } from './words.ts'

const route = getRouteApi('/shell/carrinhos/$cart')

export function CartPage() {
  const t = useWords(cartWords)
  const { cart: id } = route.useParams()
  const { data: cart, error, isPending, isLoadingError, refetch } = useCart(id)
  if (isPending) return <LoadingPage />
  if (!isLoadingError) return <WholeCart cart={cart} />
  return (
    <>
      <PageHeader title={t('one.thing')} above={<BackLink to="/carrinhos">{t('one.back')}</BackLink>} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

function WholeCart({ cart }: { cart: Cart }) {
  const t = useWords(cartWords)
  const nameOf = useBuyerName()
  return (
    <>
      <PageHeader
        title={t('one.title', { name: nameOf(cart) })}
        above={<BackLink to="/carrinhos">{t('one.back')}</BackLink>}
        description={
          <Group gap="sm" component="span">
            <CartStatusBadge cart={cart} />
          </Group>
        }
        actions={<Erase cart={cart} />}
      />
      <Text fz={{ base: '2rem', sm: '2.5rem' }} fw={650} lh={1.1} mb="lg">
        <Money centavos={centsOf(cart.amount)} />
      </Text>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            {cart.recoveryUrl !== null && <RecoverySection cart={cart} url={cart.recoveryUrl} />}
            <CartItems cart={cart} />
            <BuyerSection cart={cart} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <CartLife cart={cart} />
            <CartSales cart={cart} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

function Erase({ cart }: { cart: Cart }) {
  const t = useWords(cartWords)
  const [isErasing, erasing] = useDisclosure(false)
  if (cart.erasedAt !== null) return null
  return (
    <IfMay route="POST /api/account/carts/:id/erase">
      <Button variant="default" leftSection={<IconEraser size={18} />} onClick={erasing.open}>
        {t('erasing.action')}
      </Button>
      {isErasing && <EraseDialog cart={cart} onClose={erasing.close} />}
    </IfMay>
  )
}
