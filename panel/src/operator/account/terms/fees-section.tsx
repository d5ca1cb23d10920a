// The fees of one account, by method of payment.
import { Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { type Account, changeAccount } from '../../../api/operator/accounts.ts'
import { Rate } from '../../../ui/forms/rate.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { Column } from '../../../ui/tables/rows-table.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { useWords } from '../../../words/words.ts'
import { Act } from '../../shared/action-button.tsx'
import { DecisionDialog } from '../../shared/decision-dialog.tsx'
import { PlainRows } from '../../shared/plain-table.tsx'
import { accountsWords } from '../words.ts'
import { BandsDialog } from './bands-dialog.tsx'
import { bandsWords } from './bands-words.ts'
import { type AgreedPrice, NO_PRICE, PriceFields } from './price-fields.tsx'

const METHODS = ['pix', 'cashout', 'pixAutomatico', 'boleto', 'creditCard', 'debitCard', 'transfer'] as const
type Method = (typeof METHODS)[number]
/** Not sold without a price, which may be taken away again. */
const REMOVABLE: readonly Method[] = ['boleto', 'creditCard', 'debitCard', 'transfer']

export function FeesSection({ account }: { account: Account }) {
  const t = useWords(accountsWords)
  const bands = useWords(bandsWords)
  const change = (
    <Group gap="xs">
      <Act
        size="xs"
        label={t('change')}
        about={t('fees')}
        dialog={close => <FeesDialog account={account} onClose={close} />}
      />
      {account.fees.creditCard !== null && (
        <Act size="xs" label={bands('open')} dialog={close => <BandsDialog account={account} onClose={close} />} />
      )}
    </Group>
  )
  return (
    <Section title={t('fees')} aside={change}>
      <PlainRows
        caption={t('feesCaption')}
        columns={useColumns()}
        rowKey={({ name }) => name}
        rows={useRows(account)}
      />
    </Section>
  )
}

interface Agreed {
  name: string
  price: AgreedPrice
}

/** The methods for which a price is agreed, and cards in parts. */
function useRows({ fees }: Account): Agreed[] {
  const t = useWords(accountsWords)
  const bands = (fees.creditCardInstallments ?? []).map(({ from, to, price }) => ({
    name: t('cardParts', { from, to }),
    price,
  }))
  return METHODS.flatMap(method => {
    const price = fees[method]
    const own = price === null ? [] : [{ name: t(`methods.${method}`), price }]
    return method === 'creditCard' ? [...own, ...bands] : own
  })
}

function useColumns(): Column<Agreed>[] {
  const t = useWords(accountsWords)
  const money = { isNumber: true } as const
  return [
    { id: 'method', header: t('feeColumns.method'), cell: ({ name }) => name },
    {
      ...money,
      id: 'fixed',
      header: t('feeColumns.fixed'),
      cell: ({ price }) => <Money centavos={price.fixedCents} />,
    },
    {
      ...money,
      id: 'rate',
      header: t('feeColumns.rate'),
      cell: ({ price }) => <Rate basisPoints={price.basisPoints} />,
    },
    {
      ...money,
      id: 'min',
      header: t('feeColumns.minimum'),
      cell: ({ price }) => <Money centavos={price.minimumCents} />,
    },
    {
      ...money,
      id: 'max',
      header: t('feeColumns.maximum'),
      cell: ({ price }) => <Money centavos={price.maximumCents} />,
    },
  ]
}

function FeesDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useWords(accountsWords)
  const [method, setMethod] = useState<Method>('pix')
  const [price, setPrice] = useState(account.fees.pix)
  const [isTakenAway, setTakenAway] = useState(false)
  const canBeTakenAway = REMOVABLE.includes(method) && account.fees[method] !== null
  const pick = (name: string) => {
    const picked = METHODS.find(one => one === name) ?? 'pix'
    setMethod(picked)
    setPrice(account.fees[picked] ?? NO_PRICE)
    setTakenAway(false)
  }
  return (
    <DecisionDialog
      title={t('fees')}
      verb={t('change')}
      dangerous={isTakenAway}
      action={({ reason }) => changeAccount(account.id, { fees: { [method]: isTakenAway ? null : price } }, reason)}
      message={t('changed')}
      onClose={onClose}
    >
      <Text>{t('feesAsk')}</Text>
      <NativeSelect
        label={t('method')}
        value={method}
        onChange={event => pick(event.currentTarget.value)}
        data={METHODS.map(value => ({ value, label: t(`methods.${value}`) }))}
      />
      {canBeTakenAway && (
        <Checkbox
          label={t('noPrice')}
          description={t('noPriceHelp')}
          checked={isTakenAway}
          onChange={event => setTakenAway(event.currentTarget.checked)}
        />
      )}
      {!isTakenAway && <PriceFields price={price} onChange={setPrice} />}
    </DecisionDialog>
  )
}
