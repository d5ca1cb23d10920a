// Small parts that the screens of the desk share.
import { Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconCircleCheck, IconSearchOff } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { centavosOf } from '../api/reais.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { Money } from '../ui/money.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useWords } from '../words/words.ts'
import classes from './desk.module.css'
import { deskWords } from './words.ts'

export const Reais = ({ text }: { text: string }) => <Money centavos={centavosOf(text)} />

/** "1000" is the account of the house itself, which is nobody's. */
export const HOUSE = 1000

export function AccountLink({ id }: { id: number | null }) {
  const t = useWords(deskWords)
  if (id === null || id === HOUSE) return <span>{t('house')}</span>
  return (
    <LinkAnchor
      to="/operacao/contas/$account"
      params={{ account: String(id) }}
      className="figures"
      underline="always"
      inherit
    >
      {id}
    </LinkAnchor>
  )
}

export const PspLink = ({ id, children }: { id: number; children?: ReactNode }) => (
  <LinkAnchor to="/operacao/psps/$psp" params={{ psp: String(id) }} className="figures" underline="always" inherit>
    {children ?? id}
  </LinkAnchor>
)

export function BackLink({ to }: { to: LinkProps['to'] }) {
  const t = useWords(deskWords)
  return (
    <LinkAnchor to={to as '/operacao'} size="sm" mb={6} display="inline-flex">
      <IconArrowLeft size={16} aria-hidden />
      <span>&nbsp;{t('back')}</span>
    </LinkAnchor>
  )
}

/** An address or an id, which may break rather than widen a table. */
export const Breaking = ({ children }: { children: string }) => <span className={classes.breaks}>{children}</span>

/** An empty list: a good thing where it lists what waits. */
export function Nothing({ isGood = false }: { isGood?: boolean }) {
  const t = useWords(deskWords)
  return isGood ? (
    <EmptyState icon={<IconCircleCheck />} title={t('quietTitle')}>
      {t('quiet')}
    </EmptyState>
  ) : (
    <EmptyState icon={<IconSearchOff />} title={t('noTitle')}>
      {t('noText')}
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
