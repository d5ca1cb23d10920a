// The figures of the operator's first page, each from the same query as its own page. Expensive counts are left out.
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { centavosOf } from '../../api/account/reais.ts'
import { useAccountCounts } from '../../api/operator/accounts.ts'
import { useOutgoingTotals } from '../../api/operator/outgoing.ts'
import { usePspAccounts } from '../../api/operator/psps.ts'
import { useReceiverTotals } from '../../api/operator/receivers.ts'
import { useTrial } from '../../api/operator/trial.ts'
import { Money, moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { LOOK_EVERY_MS, MAX } from './use-attention.tsx'
import { startWords } from './words.ts'

export interface Figure {
  name: 'accounts' | 'sellers' | 'fees' | 'outgoing' | 'receivers' | 'psps'
  to: LinkProps['to'] & string
  /** Absent until it is known. */
  value?: ReactNode
  note?: string
}

export const useFigures = (): Figure[] => [
  useAccountsFigure(),
  ...useMoneyFigures(),
  useOutgoingFigure(),
  useReceiversFigure(),
  usePspsFigure(),
]

function useCount() {
  const { locale } = useLanguage()
  return (count: number) => new Intl.NumberFormat(locale).format(count)
}

function useAccountsFigure(): Figure {
  const t = useWords(startWords)
  const count = useCount()
  const { data } = useAccountCounts(LOOK_EVERY_MS)
  const figure = { name: 'accounts', to: '/operacao/contas' } as const
  if (data === undefined) return figure
  const { ACTIVE, PENDING, BLOCKED } = data
  const notes = [
    PENDING > 0 && t('figures.pending', { count: PENDING }),
    BLOCKED > 0 && t('figures.blocked', { count: BLOCKED }),
  ]
  return { ...figure, value: count(ACTIVE), note: notes.filter(Boolean).join(' · ') || t('figures.noneWaits') }
}

function useMoneyFigures(): Figure[] {
  const t = useWords(startWords)
  const { locale } = useLanguage()
  const { data } = useTrial({ limit: 1 }, LOOK_EVERY_MS)
  const sellers = { name: 'sellers', to: '/operacao/razao/balancete' } as const
  const fees = { name: 'fees', to: '/operacao/razao/balancete' } as const
  if (data === undefined) return [sellers, fees]
  const { totals } = data
  const amount = moneyText(Number(totals.sellersBlocked), locale)
  return [
    { ...sellers, value: <Money centavos={Number(totals.sellers)} />, note: t('figures.held', { amount }) },
    { ...fees, value: <Money centavos={Number(totals.fees)} />, note: t('figures.sinceEver') },
  ]
}

function useOutgoingFigure(): Figure {
  const t = useWords(startWords)
  const count = useCount()
  const { locale } = useLanguage()
  const { data } = useOutgoingTotals(LOOK_EVERY_MS)
  const figure = { name: 'outgoing', to: '/operacao/saques/em-andamento' } as const
  if (data === undefined) return figure
  const { cashouts, refunds } = data
  const under = cashouts.count + refunds.count
  const amount = moneyText(centavosOf(cashouts.amount) + centavosOf(refunds.amount), locale)
  return { ...figure, value: count(under), note: under === 0 ? t('figures.nothingLeaves') : amount }
}

function useReceiversFigure(): Figure {
  const t = useWords(startWords)
  const count = useCount()
  const { data } = useReceiverTotals(LOOK_EVERY_MS)
  const figure = { name: 'receivers', to: '/operacao/webhooks' } as const
  if (data === undefined) return figure
  const { states, waiting } = data
  const failing = states.FAILING + states.RESTING
  const all = failing + states.HEALTHY
  if (all === 0 && waiting === 0) return { ...figure, note: t('figures.noneCalled') }
  const note = failing > 0 ? t('figures.failing', { count: failing }) : t('figures.owed', { count: waiting })
  return { ...figure, value: t('figures.of', { some: count(states.HEALTHY), all: count(all) }), note }
}

function usePspsFigure(): Figure {
  const t = useWords(startWords)
  const count = useCount()
  const { data } = usePspAccounts({ limit: MAX }, LOOK_EVERY_MS)
  const figure = { name: 'psps', to: '/operacao/psps' } as const
  if (data === undefined) return figure
  const resting = data.data.filter(one => one.resting).length
  const value = t('figures.of', { some: count(data.data.length - resting), all: count(data.data.length) })
  return { ...figure, value, note: resting === 0 ? t('figures.allAnswer') : t('figures.resting', { count: resting }) }
}
