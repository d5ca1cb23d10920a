// The page of each kind of result: in the panel of its account, or on the operator's pages.
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import type { Hit, SearchScope } from '../api/money/search.ts'

type Address = Pick<NavigateOptions, 'to' | 'params' | 'search'>

export function useGo(scope: SearchScope): (hit: Hit) => void {
  const navigate = useNavigate()
  return hit => void navigate((scope === 'account' ? inAccount(hit) : atOperator(hit)) as NavigateOptions)
}

function inAccount({ kind, id, uuid, saleUuid }: Hit): Address {
  if (kind === 'cashout' && uuid !== null) return { to: '/saques/$cashout', params: { cashout: uuid } }
  if (kind === 'dispute' && uuid !== null) return { to: '/contestacoes/$dispute', params: { dispute: uuid } }
  if (kind === 'link' && uuid !== null) return { to: '/links/$link', params: { link: uuid } }
  if (kind === 'cart' && uuid !== null) return { to: '/carrinhos/$cart', params: { cart: uuid } }
  // A payment and a refund have their places on the screen of their sale; without one, in the statement.
  if (saleUuid !== null) return { to: '/vendas/$sale', params: { sale: saleUuid } }
  return { to: '/extrato', search: { ref: uuid ?? `pix-${id}` } }
}

function atOperator(hit: Hit): Address {
  const { kind, uuid, saleUuid } = hit
  const account = String(hit.accountId)
  if (kind === 'account') return { to: '/operacao/contas/$account', params: { account } }
  if (kind === 'person') return { to: '/operacao/contas/$account/pessoas', params: { account } }
  if (kind === 'dispute' && uuid !== null) return { to: '/operacao/disputas/$dispute', params: { dispute: uuid } }
  if (kind === 'receipt') return { to: '/operacao/recebimentos', search: { q: hit.endToEndId ?? '' } }
  if (kind === 'cashout' && uuid !== null) return { to: '/operacao/saques/$cashout', params: { cashout: uuid } }
  if (kind === 'link' || kind === 'cart') return { to: '/operacao/contas/$account', params: { account } }
  // A refund is dealt with at its sale.
  if ((kind === 'sale' || kind === 'refund') && saleUuid !== null)
    return { to: '/operacao/vendas/$sale', params: { sale: saleUuid } }
  return { to: '/operacao/contas/$account/extrato', params: { account }, search: { ref: uuid ?? '' } }
}
