// One account as the operator sees it: its standing, its switches and its terms.
import { Group, SimpleGrid, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { Account } from '../../api/operator/accounts.ts'
import { Code, Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor, LinkButton } from '../../ui/navigation/links.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { operatorWords } from '../words.ts'
import { AccountFrame } from './account-frame.tsx'
import { AccountStatus } from './account-status.tsx'
import { FeesSection } from './terms/fees-section.tsx'
import { LimitsSection } from './terms/limits-section.tsx'
import { PspsSection } from './terms/psps-section.tsx'
import { ReserveSection } from './terms/reserve-section.tsx'
import { SafeguardsSection } from './terms/safeguards-section.tsx'
import { SettlementSection } from './terms/settlement-section.tsx'
import { SwitchesSection } from './terms/switches-section.tsx'
import { accountsWords } from './words.ts'

const route = getRouteApi('/shell/operacao/contas/$account')

export function AccountPage() {
  const { account: id } = route.useParams()
  return <AccountFrame id={id}>{account => <Terms account={account} />}</AccountFrame>
}

const Terms = ({ account }: { account: Account }) => (
  <Stack gap="lg">
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <StandingSection account={account} />
      <SwitchesSection account={account} />
    </SimpleGrid>
    <FeesSection account={account} />
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <LimitsSection account={account} />
      <ReserveSection account={account} />
      <SettlementSection account={account} />
      <PspsSection account={account} />
      <SafeguardsSection account={account} />
    </SimpleGrid>
  </Stack>
)

/** Its test account, or the live account whose test account it is. */
function otherSide({ liveAccountId, testAccountId }: Account): ['liveAccount' | 'testAccount', number][] {
  if (liveAccountId !== null) return [['liveAccount', liveAccountId]]
  return testAccountId === null ? [] : [['testAccount', testAccountId]]
}

const AccountLink = ({ id }: { id: number }) => (
  <LinkAnchor to="/operacao/contas/$account" params={{ account: String(id) }} className="figures">
    {id}
  </LinkAnchor>
)

function StandingSection({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  const shared = useWords(operatorWords)
  const { id } = account
  return (
    <Section title={t('standing')} aside={<AccountStatus status={account.status} />}>
      <Facts
        facts={[
          { name: t('id'), value: <span className="figures">{id}</span> },
          ...otherSide(account).map(([name, number]) => ({ name: t(name), value: <AccountLink id={number} /> })),
          { name: t('email'), value: account.email },
          { name: t('uuid'), value: <Code>{account.uuid}</Code> },
          { name: shared('created'), value: <Moment at={account.createdAt} /> },
          { name: t('updated'), value: <Moment at={account.updatedAt} /> },
          { name: t('secondFactor'), value: shared(account.membersNeedSecondFactor ? 'yes' : 'no') },
        ]}
      />
      <Group mt="md" gap="sm">
        <LinkButton to="/operacao/disputas" search={{ userId: String(id) }} variant="default" size="xs">
          {t('toDisputes')}
        </LinkButton>
        <LinkButton to="/operacao/recebimentos" search={{ accountId: String(id) }} variant="default" size="xs">
          {t('toReceipts')}
        </LinkButton>
        <LinkButton to="/operacao/conciliacao" search={{ accountId: String(id) }} variant="default" size="xs">
          {t('toCases')}
        </LinkButton>
        <LinkButton to="/operacao/auditoria" search={{ userId: String(id) }} variant="default" size="xs">
          {t('toAudit')}
        </LinkButton>
      </Group>
    </Section>
  )
}
