// The costs of a cashout, its recipient, and its identifiers.
import { Group } from '@mantine/core'
import { centavosOf } from '../api/account/reais.ts'
import type { Cashout } from '../api/money/cashouts.ts'
import { Code, type Fact, Facts, Section } from '../ui/layout/section.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { Money } from '../ui/values/money.tsx'
import { PixKey, PixKeyTypeName } from '../ui/values/pix-key.tsx'
import { useWords } from '../words/words.ts'
import { isUnpaid } from './status.ts'
import { cashoutWords } from './words.ts'

const fact = (name: string, value: string | undefined): Fact | null =>
  value === undefined || value === '' ? null : { name, value }

export function MoneySection({ cashout }: { cashout: Cashout }) {
  const t = useWords(cashoutWords)
  const { returnedAmount } = cashout
  const isPaid = !isUnpaid(cashout)
  return (
    <Section title={t('one.money')}>
      <Facts
        facts={[
          { name: t('facts.amount'), value: <Money centavos={centavosOf(cashout.amount)} /> },
          isPaid ? { name: t('facts.fee'), value: <Money centavos={centavosOf(cashout.fees.total)} /> } : null,
          isPaid ? { name: t('facts.net'), value: <Money centavos={centavosOf(cashout.netAmount)} fw={600} /> } : null,
          returnedAmount === undefined
            ? null
            : { name: t('facts.returned'), value: <Money centavos={centavosOf(returnedAmount)} /> },
        ]}
      />
    </Section>
  )
}

export function PayeeSection({ cashout }: { cashout: Cashout }) {
  const t = useWords(cashoutWords)
  return (
    <Section title={t('one.payee')}>
      <Facts
        facts={[
          { name: t('facts.key'), value: <PixKey type={cashout.pixKeyType} pixKey={cashout.pixKey} /> },
          { name: t('facts.keyType'), value: <PixKeyTypeName type={cashout.pixKeyType} /> },
          fact(t('facts.description'), cashout.description),
        ]}
      />
    </Section>
  )
}

export function IdentitySection({ cashout }: { cashout: Cashout }) {
  const t = useWords(cashoutWords)
  return (
    <Section title={t('one.more')}>
      <Facts
        facts={[
          cashout.endToEndId === undefined
            ? null
            : { name: t('facts.endToEnd'), value: <EndToEnd id={cashout.endToEndId} /> },
          fact(t('facts.reference'), cashout.externalReference),
          { name: t('facts.number'), value: String(cashout.id) },
          { name: t('facts.uuid'), value: <Code>{cashout.uuid}</Code> },
        ]}
      />
    </Section>
  )
}

function EndToEnd({ id }: { id: string }) {
  const t = useWords(cashoutWords)
  return (
    <Group gap="xs">
      <Code>{id}</Code>
      <CopyButton value={id} label={t('facts.copyEndToEnd')} />
    </Group>
  )
}
