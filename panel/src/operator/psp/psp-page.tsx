// One PSP account: its state, its switches, its credentials, and its callback address. Secrets can only be written.
import { SimpleGrid, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type PspAccount, usePspAccount } from '../../api/operator/psps.ts'
import { ErrorState, LoadingPage, NotFoundState } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts, Section } from '../../ui/layout/section.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import { BackLink, Breaking, PspLink } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { BoletoSection } from './boleto/boleto-section.tsx'
import { CardSection } from './card/card-section.tsx'
import { CredentialsSection } from './credentials-section.tsx'
import { KindTitle } from './kind-title.tsx'
import { PspState } from './psp-state.tsx'
import { RecurrenceSection } from './recurrence/recurrence-section.tsx'
import { Registered } from './recurrence/registered.tsx'
import { Swept } from './recurrence/swept.tsx'
import { recurrenceWords } from './recurrence/words.ts'
import { SwitchesSection } from './switches-section.tsx'
import { TransferSection } from './transfer/transfer-section.tsx'
import { pspWords } from './words.ts'

const route = getRouteApi('/shell/operacao/psps/$psp')

export function PspPage() {
  const found = usePspAccount(route.useParams().psp)
  if (found.isPending) return <LoadingPage />
  if (found.isLoadingError) return <ErrorState error={found.error} retry={() => void found.refetch()} />
  const psp = found.data
  if (psp === null) return <NotFoundState />
  return (
    <>
      <PageHeader title={psp.name} above={<BackLink to="/operacao/psps" />} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <FactsSection psp={psp} />
          <ActivitySection psp={psp} />
          <SwitchesSection psp={psp} />
          <CredentialsSection psp={psp} />
        </Stack>
        <Stack gap="lg">
          <RecurrenceSection psp={psp} />
          <BoletoSection psp={psp} />
          <CardSection psp={psp} />
          <TransferSection psp={psp} />
        </Stack>
      </SimpleGrid>
    </>
  )
}

function FactsSection({ psp }: { psp: PspAccount }) {
  const t = useWords(pspWords)
  const shared = useWords(operatorWords)
  const { fallbackPspAccountId: fallback } = psp
  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          { name: t('columns.id'), value: <span className="figures">{psp.id}</span> },
          { name: t('columns.kind'), value: <KindTitle kind={psp.kind} /> },
          { name: t('environment'), value: t(`environments.${psp.environment}`) },
          { name: t('baseUrl'), value: <Breaking>{psp.baseUrl}</Breaking> },
          { name: t('pixKey'), value: <Breaking>{psp.pixKey}</Breaking> },
          { name: t('fallback'), value: fallback === null ? t('noFallback') : <PspLink id={fallback} /> },
          { name: t('columns.bound'), value: <span className="figures">{psp.boundAccounts}</span> },
          { name: shared('created'), value: <Moment at={psp.createdAt} /> },
        ]}
      />
    </Section>
  )
}

/** Its latest answer. */
function ActivitySection({ psp }: { psp: PspAccount }) {
  const t = useWords(pspWords)
  const recurring = useWords(recurrenceWords)
  return (
    <Section title={t('pulse')}>
      <Facts
        facts={[
          { name: t('columns.state'), value: <PspState psp={psp} /> },
          { name: recurring('pix'), value: <Registered state={psp.registrations.pix} /> },
          { name: t('sweeps.received'), value: <Swept sweep={psp.sweeps.received} /> },
          { name: t('sweeps.sent'), value: <Swept sweep={psp.sweeps.sent} /> },
          {
            name: t('inbox'),
            value: (
              <LinkAnchor to="/operacao/avisos-psp" search={{ psp: String(psp.id) }} inherit>
                {t('inboxOfThis')}
              </LinkAnchor>
            ),
          },
        ]}
      />
    </Section>
  )
}
