// Small parts that the operator's pages share.
import { Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconFolderOpen, IconSearchOff } from '@tabler/icons-react'
import { type LinkProps, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { centavosOf } from '../../api/account/reais.ts'
import { useAccountName } from '../../api/operator/accounts.ts'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { filtersIn } from '../../ui/filters/search.ts'
import { Code } from '../../ui/layout/section.tsx'
import { BackLink as WayBack } from '../../ui/navigation/back-link.tsx'
import { LinkAnchor } from '../../ui/navigation/links.tsx'
import { Money } from '../../ui/values/money.tsx'
import { useWords } from '../../words/words.ts'
import classes from '../operator.module.css'
import { usePspName } from '../psp/psp-select.tsx'
import { operatorWords } from '../words.ts'

export const Reais = ({ text }: { text: string }) => <Money centavos={centavosOf(text)} />

/** "1000" is the suspense account, which belongs to no seller. */
export const SUSPENSE_ACCOUNT_ID = 1000

/** That of live accounts or that of test accounts. */
export const isSuspense = (id: number): boolean => id % 1_000_000_000 === SUSPENSE_ACCOUNT_ID

interface AccountProps {
  /** null: it belongs to no seller. */
  id: number | null
  /** The name, where the answer includes it. */
  name?: string
}

/** The account by its name, with its number: people know the name, and queries take the number. */
export function AccountLink({ id, name }: AccountProps) {
  const t = useWords(operatorWords)
  if (id === null || id === SUSPENSE_ACCOUNT_ID) return <span>{t('house')}</span>
  return (
    <Named id={id} {...(name !== undefined && { name })}>
      {called => (
        <LinkAnchor to="/operacao/contas/$account" params={{ account: String(id) }} underline="always" inherit>
          {called}
        </LinkAnchor>
      )}
    </Named>
  )
}

/** The same in a row that is a link already. */
export function AccountName({ id, name }: AccountProps) {
  const t = useWords(operatorWords)
  if (id === null || id === SUSPENSE_ACCOUNT_ID) return <span>{t('house')}</span>
  return (
    <Named id={id} {...(name !== undefined && { name })}>
      {called => called}
    </Named>
  )
}

interface NamedProps {
  id: number
  name?: string
  children: (called: string) => ReactNode
}

function Named({ id, name, children }: NamedProps) {
  const asked = useAccountName(name === undefined ? id : null)
  const called = name ?? asked
  if (called === undefined) return <span className="figures">{children(String(id))}</span>
  return (
    <span className={classes.name}>
      {children(called)}{' '}
      <Text component="span" size="sm" c="dimmed" className="figures">
        {id}
      </Text>
    </span>
  )
}

export function PspLink({ id, children }: { id: number; children?: ReactNode }) {
  const nameOf = usePspName()
  return (
    <LinkAnchor to="/operacao/psps/$psp" params={{ psp: String(id) }} underline="always" inherit>
      {children ?? nameOf(id)}
    </LinkAnchor>
  )
}

/** The page of a sale, by its uuid. */
export const SaleLink = ({ uuid }: { uuid: string }) => (
  <LinkAnchor to="/operacao/vendas/$sale" params={{ sale: uuid }} underline="always" inherit>
    <Code>{uuid}</Code>
  </LinkAnchor>
)

export function BackLink({ to }: { to: LinkProps['to'] }) {
  const t = useWords(operatorWords)
  return <WayBack to={to as '/operacao'}>{t('back')}</WayBack>
}

/** An address or an id, which may break rather than widen a table. */
export const Breaking = ({ children }: { children: string }) => <span className={classes.whole}>{children}</span>

/** An empty list: good where it lists open matters; otherwise the filters match nothing, or there is nothing yet. */
export function Nothing({ isGood = false }: { isGood?: boolean }) {
  const t = useWords(operatorWords)
  const search = useSearch({ strict: false })
  if (isGood)
    return (
      <EmptyState icon={<IconCircleCheck />} title={t('quietTitle')}>
        {t('quiet')}
      </EmptyState>
    )
  return Object.keys(filtersIn(search)).length > 0 ? (
    <EmptyState icon={<IconSearchOff />} title={t('noTitle')}>
      {t('noText')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconFolderOpen />} title={t('emptyTitle')}>
      {t('empty')}
    </EmptyState>
  )
}

interface RowCardProps {
  title: ReactNode
  end?: ReactNode
  children?: ReactNode
  action?: ReactNode
}

/** A row of a list on a phone. */
export const RowCard = ({ title, end, children, action }: RowCardProps) => (
  <Stack gap={8}>
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Text component="div" fw={600} className={classes.breaks}>
        {title}
      </Text>
      {end}
    </Group>
    {children !== undefined && (
      <Text component="div" size="sm" c="dimmed">
        {children}
      </Text>
    )}
    {action}
  </Stack>
)
