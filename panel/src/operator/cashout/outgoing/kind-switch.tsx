// The numbers of open and of late payments: cashouts and refunds side by side, each a link to its own list.
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Outgoing, type OutgoingTotals, useOutgoingTotals } from '../../../api/operator/outgoing.ts'
import { ErrorState, LoadingBlock } from '../../../ui/feedback/states.tsx'
import { useLanguage } from '../../../words/use-language.ts'
import { useWords } from '../../../words/words.ts'
import { Reais } from '../../shared/parts.tsx'
import classes from './kind-switch.module.css'
import { outgoingWords } from './outgoing-words.ts'

const LOOK_EVERY_MS = 10_000

export function KindSwitch({ kind }: { kind: Outgoing['kind'] }) {
  const t = useWords(outgoingWords)
  const totals = useOutgoingTotals(LOOK_EVERY_MS)
  if (totals.isLoadingError) return <ErrorState error={totals.error} retry={() => void totals.refetch()} />
  if (totals.isPending)
    return (
      <div className={classes.kinds}>
        <LoadingBlock height="100%" />
        <LoadingBlock height="100%" />
      </div>
    )
  return (
    <nav aria-label={t('kinds.label')} className={classes.kinds}>
      <KindLink kind="cashout" isChosen={kind === 'cashout'} totals={totals.data.cashouts} />
      <KindLink kind="refund" isChosen={kind === 'refund'} totals={totals.data.refunds} />
    </nav>
  )
}

interface KindLinkProps {
  kind: Outgoing['kind']
  isChosen: boolean
  totals: OutgoingTotals['cashouts']
}

function KindLink({ kind, isChosen, totals: { count, amount, overdue } }: KindLinkProps) {
  const t = useWords(outgoingWords)
  const { locale } = useLanguage()
  return (
    <Link
      to="/operacao/saques/em-andamento"
      search={{ kind }}
      className={classes.kind}
      {...(isChosen && { 'aria-current': 'true' as const })}
    >
      <Text component="span" c="dimmed">
        {t(`kinds.${kind}`)}
      </Text>
      <span className={`figures ${classes.count}`}>{new Intl.NumberFormat(locale).format(count)}</span>
      <Text component="span" size="sm" c="dimmed">
        {count === 0 ? t('nothing') : <Reais text={amount} />}
        {count > 0 && ` · ${overdue === 0 ? t('inTime') : t('overdue', { count: overdue })}`}
      </Text>
    </Link>
  )
}
