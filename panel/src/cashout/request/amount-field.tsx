// The amount: the gross one, or the exact one for the recipient, with the limits that apply, and the whole balance by a click.
import { Anchor, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import type { Account } from '../../api/access/session.ts'
import { MoneyInput } from '../../ui/forms/money-input.tsx'
import { moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { checkedOnBlur } from './checked-on-blur.ts'
import classes from './request.module.css'
import { requestWords } from './request-words.ts'
import type { RequestForm } from './use-request.ts'

export interface AmountFieldProps {
  form: RequestForm
  account: Account
  available: number
}

export function AmountField({ form, account, available }: AmountFieldProps) {
  const t = useWords(requestWords)
  const { locale } = useLanguage()
  const { cashoutMinimumCents, cashoutMaximumCents } = account.limits
  const all = Math.min(available, cashoutMaximumCents)
  const useAll = () => form.setValues({ amount: all, isExact: false })
  return (
    <Stack gap={6}>
      <Exactness form={form} />
      <MoneyInput
        label={t('amount')}
        description={<Limits account={account} />}
        size="md"
        withAsterisk
        key={form.key('amount')}
        {...checkedOnBlur(form, 'amount')}
        value={form.getValues().amount}
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" className="figures">
          {t('available')}: {moneyText(available, locale)}
        </Text>
        {all >= cashoutMinimumCents && (
          <Anchor component="button" type="button" size="sm" onClick={useAll}>
            {t('all')}
          </Anchor>
        )}
      </Group>
    </Stack>
  )
}

function Exactness({ form }: { form: RequestForm }) {
  const t = useWords(requestWords)
  const choose = (value: string) => {
    form.setFieldValue('isExact', value === 'exact')
    form.clearFieldError('amount')
  }
  return (
    <SegmentedControl
      fullWidth
      classNames={{ label: classes.choice ?? '' }}
      aria-label={t('exactness.label')}
      value={form.getValues().isExact ? 'exact' : 'gross'}
      onChange={choose}
      data={[
        { value: 'gross', label: t('exactness.gross') },
        { value: 'exact', label: t('exactness.exact') },
      ]}
    />
  )
}

function Limits({ account: { limits } }: { account: Account }) {
  const t = useWords(requestWords)
  const { locale } = useLanguage()
  const { cashoutMinimumCents, cashoutMaximumCents, cashoutDayCents, cashoutNightCents } = limits
  const parts = [
    t('amountHelp', { least: moneyText(cashoutMinimumCents, locale), most: moneyText(cashoutMaximumCents, locale) }),
    ...(cashoutDayCents === null ? [] : [t('day', { most: moneyText(cashoutDayCents, locale) })]),
    ...(cashoutNightCents === null ? [] : [t('night', { most: moneyText(cashoutNightCents, locale) })]),
  ]
  return <>{parts.join(' ')}</>
}
