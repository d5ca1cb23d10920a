// One key pair in the list.
import { Group, Stack, Text } from '@mantine/core'
import type { Scope } from '#http/route.ts'
import type { Credential } from '../../api/account/credentials.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { CopyButton } from '../../ui/values/copy-button.tsx'
import { Moment, momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import classes from '../integrations.module.css'
import { integrationWords } from '../words.ts'
import { RevokeKey } from './revoke-key.tsx'
import { scopeKey } from './scopes.ts'

type KeyState = 'live' | 'expired' | 'revoked'
const TONES: Record<KeyState, Tone> = { live: 'good', expired: 'attention', revoked: 'quiet' }

export function stateOf({ revokedAt, expiresAt }: Credential): KeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && new Date(expiresAt) <= new Date() ? 'expired' : 'live'
}

export function useKeyColumns(): Column<Credential>[] {
  const t = useWords(integrationWords)
  return [
    { id: 'name', header: t('keys.columns.name'), cell: one => <Text fw={600}>{one.name}</Text> },
    { id: 'key', header: t('keys.columns.publicKey'), cell: one => <PublicKey credential={one} /> },
    { id: 'scopes', header: t('keys.columns.scopes'), cell: one => <Scopes credential={one} /> },
    { id: 'used', header: t('keys.columns.lastUsed'), cell: one => <LastUsed credential={one} /> },
    { id: 'state', header: t('keys.columns.state'), cell: one => <KeyStanding credential={one} /> },
    { id: 'revoke', header: '', cell: one => stateOf(one) === 'live' && <RevokeKey credential={one} /> },
  ]
}

interface Of {
  credential: Credential
}

export function KeyCard({ credential }: Of) {
  const t = useWords(integrationWords)
  return (
    <Stack gap={8}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600}>{credential.name}</Text>
        <KeyStanding credential={credential} align="flex-end" />
      </Group>
      <PublicKey credential={credential} />
      <Group gap={6} align="baseline">
        <Text size="sm" c="dimmed">
          {t('keys.columns.scopes')}:
        </Text>
        <Scopes credential={credential} />
      </Group>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {credential.lastUsedAt !== null && `${t('keys.lastUsedAt')} `}
          <LastUsed credential={credential} />
        </Text>
        {stateOf(credential) === 'live' && <RevokeKey credential={credential} />}
      </Group>
    </Stack>
  )
}

function PublicKey({ credential: { name, publicKey } }: Of) {
  const t = useWords(integrationWords)
  return (
    <Group gap="xs" wrap="nowrap">
      <span className={`${classes.key} ${classes.short}`} title={publicKey}>
        {shortened(publicKey)}
      </span>
      <CopyButton value={publicKey} label={t('keys.copyPublic', { name })} />
    </Group>
  )
}

/** It is copied in full; shown here is only enough to distinguish it from the others. */
const shortened = (publicKey: string): string => `${publicKey.slice(0, 14)}…${publicKey.slice(-4)}`

function Scopes({ credential: { scopes } }: Of) {
  const t = useWords(integrationWords)
  const message = scopes === null ? t('keys.all') : (scopes as Scope[]).map(scope => t(scopeKey(scope))).join(', ')
  return <Text size="sm">{message}</Text>
}

function LastUsed({ credential: { lastUsedAt } }: Of) {
  const t = useWords(integrationWords)
  return lastUsedAt === null ? (
    <Text span inherit c="dimmed">
      {t('keys.never')}
    </Text>
  ) : (
    <Moment at={lastUsedAt} />
  )
}

function KeyStanding({ credential, align = 'flex-start' }: Of & { align?: 'flex-start' | 'flex-end' }) {
  const t = useWords(integrationWords)
  const { locale } = useLanguage()
  const state = stateOf(credential)
  return (
    <Stack gap={4} align={align}>
      <StatusBadge tone={TONES[state]}>{t(`keys.state.${state}`)}</StatusBadge>
      {state === 'live' && credential.expiresAt !== null && (
        <Text size="xs" c="dimmed">
          {t('keys.expires', { at: momentText(credential.expiresAt, locale, 'day') })}
        </Text>
      )}
    </Stack>
  )
}
