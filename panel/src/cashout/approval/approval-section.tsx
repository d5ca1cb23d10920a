// Whom a cashout waits for, why, and until when.
import { List, Progress, Stack, Text } from '@mantine/core'
import { type Approval, type Cashout, type OneCashout, reasonsOf } from '../../api/money/cashouts.ts'
import { Section } from '../../ui/layout/section.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { cashoutWords } from '../words.ts'

export function ApprovalSection({ cashout }: { cashout: OneCashout }) {
  const t = useWords(cashoutWords)
  const { locale } = useLanguage()
  const { approval, waitsFor } = cashout
  if (approval === undefined || waitsFor.length === 0) return null
  return (
    <Section title={t('approval.title')}>
      <Stack gap="sm">
        {approval.needed > 0 && <Count approval={approval} />}
        <div>
          <Text fw={600}>{t('approval.why')}</Text>
          <List size="sm" spacing={2} mt={4}>
            {reasonsOf(cashout).map(reason => (
              <List.Item key={reason}>{t(`reasons.${reason}`)}</List.Item>
            ))}
          </List>
        </div>
        <WhyNot cashout={cashout} />
        {approval.check === 'OWED' && <Text size="sm">{t('approval.check')}</Text>}
        {approval.operatorNeeded && <Text size="sm">{t('approval.operator')}</Text>}
        {cashout.progress.stoppedBy !== 'RECOVERY' && (
          <Text size="sm" c="dimmed">
            {t('approval.until', { moment: momentText(approval.expiresAt, locale) })}
          </Text>
        )}
      </Stack>
    </Section>
  )
}

function Count({ approval }: { approval: Approval }) {
  const t = useWords(cashoutWords)
  const { needed } = approval
  const given = approvedBy(approval)
  const message = t('approval.count', { given: given.size, count: needed })
  return (
    <Stack gap={6}>
      <Text fw={600} className="figures">
        {message}
      </Text>
      <Progress value={(given.size * 100) / needed} aria-label={message} />
      {hasLost(approval) && <Text size="sm">{t('approval.lost')}</Text>}
    </Stack>
  )
}

/** Why this person is not offered to approve, where they might wonder. */
function WhyNot({ cashout: { you } }: { cashout: Cashout }) {
  const t = useWords(cashoutWords)
  const { locale } = useLanguage()
  const because = you?.mayNotBecause
  if (because === 'TOO_NEW' && you?.mayApproveFrom)
    return <Text size="sm">{t('approval.tooNew', { moment: momentText(you.mayApproveFrom, locale) })}</Text>
  if (because !== 'ASKED_BY_YOU' && because !== 'APPROVED_BY_YOU' && because !== 'STOPPED') return null
  return <Text size="sm">{t(`approval.${because}`)}</Text>
}

/** A person has approved who may not any more. */
const hasLost = ({ votes }: Approval): boolean =>
  votes.some(({ counts, decision }) => decision === 'APPROVED' && !counts)

/** People of the account whose approval counts. */
export const approvedBy = ({ votes }: Approval): Set<string> =>
  new Set(
    votes
      .filter(({ as, decision, counts }) => as === 'member' && decision === 'APPROVED' && counts)
      .map(({ by }) => by),
  )
