// The test bank, for the people of an account that sells and is paid there: what brings about which outcome, and a buyer to play.
import { Stack, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import {
  BOLETO_PAYER_NAMES,
  CASHOUT_KEY_STARTS,
  CASHOUT_KEYS,
  DEBTOR_NAMES,
  DISPUTE_PAYER_NAMES,
  REFUND_PAYER_NAMES,
  REFUND_PAYERS,
} from '#kernel/sandbox/outcomes.ts'
import { useAccount } from '../api/access/session.ts'
import { EmptyState, LoadingPage } from '../ui/feedback/states.tsx'
import { IfMay } from '../ui/layout/if-may.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Section } from '../ui/layout/section.tsx'
import { useWords } from '../words/words.ts'
import { CardSection } from './card-section.tsx'
import { OpenSales } from './open-sales.tsx'
import { OutcomeSection } from './outcome-section.tsx'
import { outcomeWords } from './outcome-words.ts'
import { PaySection } from './pay-section.tsx'
import { playedName } from './played-name.ts'
import { testBankWords } from './words.ts'

export function TestBankPage() {
  const t = useWords(testBankWords)
  const { data: account } = useAccount()
  if (account === undefined) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      {account?.testBank === true ? (
        <Outcomes sellsByCard={account.cardPspAccountId !== null} />
      ) : (
        <EmptyState icon={<IconFlask />} title={t('none.title')}>
          {t('none.text')}
        </EmptyState>
      )}
    </>
  )
}

/** Of any domain. */
const DOMAIN = 'example.com'

function Outcomes({ sellsByCard }: { sellsByCard: boolean }) {
  const t = useWords(testBankWords)
  const what = useWords(outcomeWords)
  return (
    <Stack gap="lg">
      <IfMay route="POST /api/test-bank/payments">
        <PaySection />
        <OpenSales />
      </IfMay>
      <OutcomeSection
        title={t('cashouts.title')}
        text={t('cashouts.text')}
        outcomes={CASHOUT_KEY_STARTS.map(start => ({
          write: `${start}${DOMAIN}`,
          what: what(`cashouts.${start}`),
          ends: CASHOUT_KEYS[start],
        }))}
      />
      <OutcomeSection
        title={t('refunds.title')}
        text={t('refunds.text')}
        outcomes={REFUND_PAYER_NAMES.map(name => ({
          write: playedName(name),
          what: what(`refunds.${name}`),
          ends: REFUND_PAYERS[name],
        }))}
      />
      <OutcomeSection
        title={t('disputes.title')}
        text={t('disputes.text')}
        outcomes={DISPUTE_PAYER_NAMES.map(name => ({ write: playedName(name), what: what(`disputes.${name}`) }))}
      />
      <OutcomeSection
        title={t('boletos.title')}
        text={t('boletos.text')}
        outcomes={BOLETO_PAYER_NAMES.map(name => ({ write: playedName(name), what: what(`boletos.${name}`) }))}
      />
      {sellsByCard && <CardSection />}
      <OutcomeSection
        title={t('debtors.title')}
        text={t('debtors.text')}
        outcomes={DEBTOR_NAMES.map(name => ({ write: name, what: what(`debtors.${name}`) }))}
      />
      <Section title={t('clock.title')}>
        <Text>{t('clock.text')}</Text>
      </Section>
    </Stack>
  )
}
