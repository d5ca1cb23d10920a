// What has become of a cashout that has not ended, or whose end is in doubt: where the money is, what the system does next, and what
// the account can do. What may still be paid must not be paid a second time, and that is said first.
import { Text } from '@mantine/core'
import { useMay } from '../../api/access/me.ts'
import { centavosOf } from '../../api/account/reais.ts'
import type { OneCashout } from '../../api/money/cashouts.ts'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useWhen } from '../../ui/values/use-when.ts'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { adviceKeys, happenedKeys, isDoubted, nextKey, type Situation, situationOf } from './situation.ts'
import { situationWords } from './situation-words.ts'

export function NowSection({ cashout }: { cashout: OneCashout }) {
  const situation = situationOf(cashout)
  return situation === null ? null : <Explained cashout={cashout} situation={situation} />
}

function Explained({ cashout, situation }: { cashout: OneCashout; situation: Situation }) {
  const t = useWords(situationWords)
  const { locale } = useLanguage()
  const when = useWhen()
  const mayCancel = useMay('POST /api/withdrawals/:id/cancel') === true
  const { known, dueAt } = situation
  const money = isDoubted(known)
    ? t(`asBooked.${known}`)
    : t('held', { amount: moneyText(centavosOf(cashout.amount), locale) })
  return (
    <Section title={t('title')}>
      <Facts
        facts={[
          { name: t('happened'), value: sentences(happenedKeys(situation).map(key => t(key))) },
          { name: t('money'), value: money },
          { name: t('next'), value: t(nextKey(situation), { when: when(dueAt) }) },
          {
            name: t('you'),
            value: (
              <>
                <Text component="strong" fw={650}>
                  {t('again')}
                </Text>{' '}
                {sentences(adviceKeys(situation, mayCancel).map(key => t(key)))}
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

const sentences = (all: string[]): string => all.join(' ')
