// Whom a cashout waits for, why, and until when.
import { List, Progress, Stack, Text } from '@mantine/core'
import { type Approval, type Cashout, reasonsOf } from '../api/cashouts.ts'
import { usePeople } from '../api/people.ts'
import { momentText } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { cashoutWords } from './words.ts'

export function ApprovalSection({ cashout }: { cashout: Cashout }) {
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
        {approval.check === 'OWED' && <Text size="sm">{t('approval.check')}</Text>}
        {approval.operatorNeeded && <Text size="sm">{t('approval.operator')}</Text>}
        <Text size="sm" c="dimmed">
          {t('approval.until', { moment: momentText(approval.expiresAt, locale) })}
        </Text>
      </Stack>
    </Section>
  )
}

function Count({ approval }: { approval: Approval }) {
  const t = useWords(cashoutWords)
  const { own } = usePeople()
  const { needed } = approval
  const given = approvedBy(approval)
  const said = t('approval.count', { given: given.size, count: needed })
  return (
    <Stack gap={6}>
      <Text fw={600} className="figures">
        {said}
      </Text>
      <Progress value={(given.size * 100) / needed} aria-label={said} />
      {given.has(own) && given.size < needed && <Text size="sm">{t('approval.yours')}</Text>}
    </Stack>
  )
}

/** People of the account. */
export const approvedBy = ({ votes }: Approval): Set<string> =>
  new Set(votes.filter(({ as, decision }) => as === 'member' && decision === 'APPROVED').map(({ by }) => by))
