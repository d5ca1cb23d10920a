// The balance: available, blocked by reason, total.
import { Text } from '@mantine/core'
import { IconArrowUpRight, IconQrcode } from '@tabler/icons-react'
import { OfferCashout, OfferCharge } from '../account/standing/stopped.tsx'
import { type Blocked, useBalance, useBlocked } from '../api/account/balance.ts'
import { ErrorState, LoadingBlock } from '../ui/feedback/states.tsx'
import { LinkButton } from '../ui/navigation/links.tsx'
import { momentText } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import classes from './home.module.css'
import { homeWords } from './words.ts'

const HEIGHT = 232

export function BalanceCard() {
  const t = useWords(homeWords)
  const balance = useBalance()
  const blocked = useBlocked()
  if (balance.isLoadingError) return <ErrorState error={balance.error} retry={() => void balance.refetch()} />
  if (balance.isPending || blocked.isPending) return <LoadingBlock height={HEIGHT} />
  const { available, blocked: held, total } = balance.data
  return (
    <section aria-label={t('balance.title')} className={classes.balance}>
      <div className={classes.available}>
        <Text className={classes.quiet}>{t('balance.available')}</Text>
        <Text className={classes.sum}>
          <Money centavos={available} />
        </Text>
        <Text className={classes.quiet}>
          {t('balance.total')} <Money centavos={total} fw={600} />
        </Text>
        <Moves />
        {available < 0 && <Text className={classes.debt}>{t('balance.debt')}</Text>}
      </div>
      <div className={classes.blocked}>
        <Text className={classes.quiet}>
          {t('balance.blocked')} <Money centavos={held} fw={600} />
        </Text>
        <Reasons reasons={blocked.data?.data ?? null} held={held} />
      </div>
    </section>
  )
}

/** The main actions: charging and cashing out. */
function Moves() {
  const t = useWords(homeWords)
  return (
    <div className={classes.moves}>
      <OfferCharge>
        <LinkButton to="/vendas/nova" size="md" className={classes.charge ?? ''} leftSection={<IconQrcode size={20} />}>
          {t('charge')}
        </LinkButton>
      </OfferCharge>
      <OfferCashout>
        <LinkButton
          to="/saques/novo"
          size="md"
          className={classes.cashOut ?? ''}
          leftSection={<IconArrowUpRight size={20} />}
        >
          {t('cashOut')}
        </LinkButton>
      </OfferCashout>
    </div>
  )
}

function Reasons({ reasons, held }: { reasons: Blocked[] | null; held: number }) {
  const t = useWords(homeWords)
  const { locale } = useLanguage()
  // The sum and the reasons load separately, and may differ for a moment: neither is used to contradict the other.
  if (reasons === null) return <Text className={classes.quiet}>{t('balance.unknown')}</Text>
  if (reasons.length === 0) return held === 0 ? <Text className={classes.quiet}>{t('balance.none')}</Text> : null
  return (
    <ul className={classes.reasons}>
      {reasons.map(({ reason, amount, nextReleaseAt }) => (
        <li key={reason}>
          <span>
            {t(`reasons.${reason}`)}
            {nextReleaseAt !== null && (
              <Text component="span" display="block" size="xs" className={classes.quiet}>
                {t('balance.until', { day: momentText(nextReleaseAt, locale, 'day') })}
              </Text>
            )}
          </span>
          <Money centavos={amount} />
        </li>
      ))}
    </ul>
  )
}
