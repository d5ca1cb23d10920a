// What a request was about: its kind, and the page that it has.
import type { LinkProps } from '@tanstack/react-router'
import type { RequestSubject, WholeRequest } from '../../api/account/requests.ts'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { useWords } from '../../words/words.ts'
import { requestWords } from './request-words.ts'

type Address = Pick<LinkProps, 'to' | 'params'>

export function SubjectLink({ request, subject }: { request: WholeRequest; subject: RequestSubject }) {
  const t = useWords(requestWords)
  const name = t(`subjects.${subject.kind}`)
  const address = addressOf(subject, request)
  if (address === null) return name
  return (
    <LinkAnchor {...(address as { to: '/vendas/$sale'; params: { sale: string } })} inherit underline="always">
      {name}
    </LinkAnchor>
  )
}

function addressOf({ kind, uuid }: RequestSubject, { answerBody }: WholeRequest): Address | null {
  switch (kind) {
    case 'sale':
      return { to: '/vendas/$sale', params: { sale: uuid } }
    case 'cashout':
      return { to: '/saques/$cashout', params: { cashout: uuid } }
    case 'recurrence':
      return { to: '/recorrencias/$recurrence', params: { recurrence: uuid } }
    case 'payment-link':
      return { to: '/links/$link', params: { link: uuid } }
    case 'cart':
      return { to: '/carrinhos/$cart', params: { cart: uuid } }
    case 'dispute':
      return { to: '/contestacoes/$dispute', params: { dispute: uuid } }
    case 'refund':
      return saleIn(answerBody)
    case 'checkout':
      return null
  }
}

/** A refund has its place on the page of its sale. */
function saleIn(answer: unknown): Address | null {
  if (typeof answer !== 'object' || answer === null || !('saleUuid' in answer)) return null
  return { to: '/vendas/$sale', params: { sale: String(answer.saleUuid) } }
}
