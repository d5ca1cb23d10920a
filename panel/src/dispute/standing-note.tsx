// The meaning of a dispute's state for the seller, in plain words: what happened, the deadline while there is something to be done, and where
// the money is.
import { Alert, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock, IconGavel } from '@tabler/icons-react'
import type { Dispute } from '../api/money/disputes.ts'
import { useSale } from '../api/money/sales.ts'
import { distanceText, momentText } from '../ui/values/moment.tsx'
import { moneyText } from '../ui/values/money.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { isDefensible, moneyOf, standingOf } from './standing.ts'
import { standingWords } from './standing-words.ts'

export function StandingNote({ dispute }: { dispute: Dispute }) {
  const t = useWords(standingWords)
  const { locale } = useLanguage()
  const standing = standingOf(dispute, new Date())
  const { deadlineAt, forfeitedAmount } = dispute
  const isOpen = isDefensible(standing)
  const isWon = standing === 'RELEASED' || standing === 'CANCELLED'
  return (
    <Alert
      role="note"
      variant="default"
      color={isOpen ? 'ocre' : 'mata'}
      icon={isOpen ? <IconClock /> : isWon ? <IconCircleCheck /> : <IconGavel />}
      title={t(`of.${standing}.title`)}
    >
      <Stack gap="xs">
        {isOpen && deadlineAt !== null && (
          <Text fw={600}>
            {t('until', { moment: momentText(deadlineAt, locale), when: distanceText(deadlineAt, locale) })}
          </Text>
        )}
        <Text>{t(`of.${standing}.text`, { amount: moneyText(forfeitedAmount, locale) })}</Text>
        {isWon ? (
          <Freed dispute={dispute} />
        ) : standing === 'FORFEITED' ? (
          <Lost dispute={dispute} />
        ) : (
          <Held dispute={dispute} />
        )}
      </Stack>
    </Alert>
  )
}

function Held({ dispute }: { dispute: Dispute }) {
  const t = useWords(standingWords)
  const { locale } = useLanguage()
  const { heldAmount, lackingAmount } = dispute
  const amounts = { held: moneyText(heldAmount, locale), lacking: moneyText(lackingAmount, locale) }
  return <Text>{t(`money.${moneyOf(dispute)}`, amounts)}</Text>
}

/** What no sale accepted was never the account's, and what had gone back before is not taken again. */
function Lost({ dispute }: { dispute: Dispute }) {
  const t = useWords(standingWords)
  const { locale } = useLanguage()
  return <Text>{t(`lost.${lossOf(dispute)}`, { charged: moneyText(dispute.chargedAmount, locale) })}</Text>
}

/** Of one that is lost, how much of what went back this account has paid for it. */
function lossOf({ forfeitedAmount, chargedAmount }: Dispute) {
  if (chargedAmount === 0) return 'NONE'
  return chargedAmount < forfeitedAmount ? 'PART' : 'ALL'
}

/** Its sale may be disputed once more: then that dispute has what this one lets go. */
function Freed({ dispute: { saleUuid } }: { dispute: Dispute }) {
  return saleUuid === null ? <Where at="FREED" /> : <FreedOf sale={saleUuid} />
}

function FreedOf({ sale }: { sale: string }) {
  const { data } = useSale(sale)
  if (data === undefined) return <Where at="FREED" />
  if (data.status === 'MED' || data.status === 'CHARGEBACK') return <Where at="OTHER" />
  return <Where at={data.status === 'PAGO' ? 'BACK' : 'FREED'} />
}

function Where({ at }: { at: 'FREED' | 'BACK' | 'OTHER' }) {
  const t = useWords(standingWords)
  return <Text>{t(`money.${at}`)}</Text>
}
