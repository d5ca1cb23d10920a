// One account as the operator sees it: its standing, its switches and its terms.
import { Group, SimpleGrid, Stack } from '@mantine/core'
import { type Account, useAccountOf } from '../../api/desk/accounts.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Code, Facts, Section } from '../../ui/section.tsx'
import { ErrorState, LoadingPage } from '../../ui/states.tsx'
import { useWords } from '../../words/words.ts'
import { BackLink } from '../parts.tsx'
import { accountRoute } from '../route.ts'
import { PlaceHold } from '../two/place-hold.tsx'
import { deskWords } from '../words.ts'
import { AccountStatus } from './account-status.tsx'
import { FeesSection } from './fees-section.tsx'
import { LimitsSection } from './limits-section.tsx'
import { ReserveSection } from './reserve-section.tsx'
import { StatusActions } from './status-actions.tsx'
import { SwitchesSection } from './switches-section.tsx'
import { accountsWords } from './words.ts'

export function AccountPage() {
  const { account: id } = accountRoute.useParams()
  const found = useAccountOf(id)
  if (found.isPending) return <LoadingPage />
  if (found.isError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const account = found.data
  return (
    <>
      <PageHeader
        title={account.name}
        above={<BackLink to="/operacao/contas" />}
        actions={<StatusActions account={account} />}
      />
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <StandingSection account={account} />
          <SwitchesSection account={account} />
        </SimpleGrid>
        <FeesSection account={account} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <LimitsSection account={account} />
          <ReserveSection account={account} />
        </SimpleGrid>
      </Stack>
    </>
  )
}

function StandingSection({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  const shared = useWords(deskWords)
  const { id } = account
  return (
    <Section title={t('standing')} aside={<AccountStatus status={account.status} />}>
      <Facts
        facts={[
          { name: t('id'), value: <span className="figures">{id}</span> },
          { name: t('email'), value: account.email },
          { name: t('uuid'), value: <Code>{account.uuid}</Code> },
          { name: shared('created'), value: <Moment at={account.createdAt} /> },
          { name: t('payIn'), value: String(account.payInPspAccountId ?? t('unbound')) },
          { name: t('payOut'), value: String(account.payOutPspAccountId ?? t('unbound')) },
        ]}
      />
      <Group mt="md" gap="sm">
        <LinkButton to="/operacao/disputas" search={{ userId: String(id) }} variant="default" size="xs">
          {t('toDisputes')}
        </LinkButton>
        <LinkButton to="/operacao/auditoria" search={{ userId: String(id) }} variant="default" size="xs">
          {t('toAudit')}
        </LinkButton>
        <PlaceHold accountId={id} />
      </Group>
    </Section>
  )
}
