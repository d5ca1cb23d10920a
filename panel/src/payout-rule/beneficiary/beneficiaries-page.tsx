// The keys that the account means to pay.
import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../api/access/me.ts'
import { type Beneficiary, useBeneficiaries } from '../../api/account/payout-rules.ts'
import { AroundCashouts } from '../../cashout/tabs.tsx'
import { useWho } from '../../cashout/use-who.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CursorTable } from '../../ui/tables/cursor-table.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { PixKey, PixKeyTypeName } from '../../ui/values/pix-key.tsx'
import { useWords } from '../../words/words.ts'
import { AddBeneficiary } from './add-beneficiary.tsx'
import { beneficiaryWords } from './beneficiary-words.ts'
import { RemoveBeneficiary } from './remove-beneficiary.tsx'

const route = getRouteApi('/shell/saques/favorecidos')

type Open = { kind: 'add' } | { kind: 'remove'; one: Beneficiary } | null

export function BeneficiariesPage() {
  const t = useWords(beneficiaryWords)
  const may = useMay('POST /api/beneficiaries') === true
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const remove = may ? (one: Beneficiary) => setOpen({ kind: 'remove', one }) : null
  const add = may && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setOpen({ kind: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={add} />
      <AroundCashouts />
      <CursorTable
        caption={t('caption')}
        columns={useColumns(remove)}
        card={one => <Card one={one} remove={remove} />}
        rowKey={one => one.id}
        list={useBeneficiaries(route.useSearch())}
        empty={
          <EmptyState icon={<IconUsers />} title={t('empty')} action={add}>
            {t('emptyText')}
          </EmptyState>
        }
      />
      {open?.kind === 'add' && <AddBeneficiary onClose={close} />}
      {open?.kind === 'remove' && <RemoveBeneficiary one={open.one} onClose={close} />}
    </>
  )
}

type Remove = ((one: Beneficiary) => void) | null

function useColumns(remove: Remove): Column<Beneficiary>[] {
  const t = useWords(beneficiaryWords)
  const whoOf = useWho()
  return [
    { id: 'name', header: t('columns.name'), cell: ({ name }) => <Text fw={600}>{name}</Text> },
    { id: 'key', header: t('columns.key'), cell: one => <Key one={one} /> },
    { id: 'by', header: t('columns.by'), cell: ({ addedBy }) => whoOf(addedBy) },
    { id: 'usable', header: t('columns.usable'), cell: one => <Usable one={one} /> },
    ...(remove === null
      ? []
      : [
          {
            id: 'deeds',
            header: t('columns.deeds'),
            isNumber: true,
            cell: (one: Beneficiary) => <RemoveButton one={one} remove={remove} />,
          },
        ]),
  ]
}

const Key = ({ one: { pixKeyType, pixKey } }: { one: Beneficiary }) => (
  <Stack gap={0}>
    <PixKey type={pixKeyType} pixKey={pixKey} />
    <Text component="span" size="sm" c="dimmed">
      <PixKeyTypeName type={pixKeyType} />
    </Text>
  </Stack>
)

const isUsable = ({ usableAt }: Beneficiary) => Date.parse(usableAt) <= Date.now()

function Usable({ one }: { one: Beneficiary }) {
  const t = useWords(beneficiaryWords)
  return isUsable(one) ? <span>{t('usable')}</span> : <Moment at={one.usableAt} />
}

function RemoveButton({ one, remove }: { one: Beneficiary; remove: NonNullable<Remove> }) {
  const t = useWords(beneficiaryWords)
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={t('removeOf', { name: one.name })}
      title={t('remove')}
      onClick={() => remove(one)}
    >
      <IconTrash size={18} />
    </ActionIcon>
  )
}

function Card({ one, remove }: { one: Beneficiary; remove: Remove }) {
  const t = useWords(beneficiaryWords)
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={4}>
        <Text fw={600}>{one.name}</Text>
        <Key one={one} />
        <Text component="span" size="sm" c="dimmed">
          {!isUsable(one) && `${t('from')} `}
          <Usable one={one} />
        </Text>
      </Stack>
      {remove !== null && <RemoveButton one={one} remove={remove} />}
    </Group>
  )
}
