// The switches of one account.
import { Group, Stack, Text } from '@mantine/core'
import { type Account, type AccountChange, changeAccount } from '../../../api/operator/accounts.ts'
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { accountsWords } from '../words.ts'

const SWITCHES = ['apiCashoutEnabled', 'transferAllowed', 'acceptsLatePayment', 'returnsFeeOnRefund'] as const
type Name = (typeof SWITCHES)[number]
const UNEXPECTED = ['RETURN', 'KEEP', 'CREDIT'] as const

export function SwitchesSection({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  return (
    <Section title={t('switches')}>
      <Stack gap="sm">
        {SWITCHES.map(name => (
          <Switch key={name} account={account} name={name} />
        ))}
        <Group justify="space-between" wrap="nowrap">
          <Text>
            {t('unexpected')}:{' '}
            <Text component="span" c="dimmed">
              {t(`unexpectedNames.${account.unexpectedReceipts}`)}
            </Text>
          </Text>
          <Act
            size="xs"
            label={t('change')}
            about={t('unexpected')}
            dialog={close => <UnexpectedDialog account={account} onClose={close} />}
          />
        </Group>
      </Stack>
    </Section>
  )
}

function Switch({ account, name }: { account: Account; name: Name }) {
  const t = useWords(accountsWords)
  const isOn = account[name]
  const verb = t(isOn ? 'switchTo.off' : 'switchTo.on')
  const change = { [name]: !isOn } as AccountChange
  return (
    <Group justify="flex-end" gap="sm">
      <Text flex="1 1 7rem">{t(`switch.${name}`)}</Text>
      <StatusBadge tone={isOn ? 'good' : 'quiet'}>{t(isOn ? 'on' : 'off')}</StatusBadge>
      <Act
        miw={88}
        size="xs"
        label={verb}
        about={t(`switch.${name}`)}
        dialog={close => (
          <DecisionDialog
            title={t(`switch.${name}`)}
            verb={verb}
            action={({ reason }) => changeAccount(account.id, change, reason)}
            message={t('changed')}
            onClose={close}
          >
            <Text>{t(isOn ? 'switchAsk.off' : 'switchAsk.on', { name: t(`switch.${name}`) })}</Text>
          </DecisionDialog>
        )}
      />
    </Group>
  )
}

function UnexpectedDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(accountsWords)
  return (
    <DecisionDialog
      title={t('unexpected')}
      verb={t('change')}
      choices={UNEXPECTED.map(id => ({ id, label: t(`unexpectedNames.${id}`) }))}
      action={({ reason, choice }) =>
        changeAccount(account.id, { unexpectedReceipts: choice as (typeof UNEXPECTED)[number] }, reason)
      }
      message={t('changed')}
      onClose={onClose}
    />
  )
}
