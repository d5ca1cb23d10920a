// The open invitations: sending one again, and revoking it.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsActive } from '../api/access/me.ts'
import { type Invitation, useInvitations, useResend, useRevokeInvitation } from '../api/account/members.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { ErrorState, LoadingRows } from '../ui/feedback/states.tsx'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { defined } from '../ui/filters/search.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Thing, ThingList } from '../ui/layout/thing-list.tsx'
import { momentText } from '../ui/values/moment.tsx'
import { commonWords } from '../words/common.ts'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { UnsentLink } from './unsent-link.tsx'
import { teamWords } from './words.ts'

const route = getRouteApi('/shell/equipe')

export function InvitationsSection() {
  const t = useWords(teamWords)
  const common = useWords(commonWords)
  const { cursor } = route.useSearch()
  const navigate = useNavigate()
  const turnTo = (to: string | undefined) => void navigate({ to: '/equipe', search: defined({ cursor: to }) })
  const list = useInvitations(cursor, true)
  const nextCursor = list.data?.nextCursor ?? null
  return (
    <Section title={t('open.title')}>
      {list.isPending && <LoadingRows rows={2} />}
      {list.isLoadingError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
      {list.data?.data.length === 0 && <Text c="dimmed">{t('open.none')}</Text>}
      <ThingList>
        {list.data?.data.map(invitation => (
          <Line key={invitation.id} invitation={invitation} />
        ))}
      </ThingList>
      {(cursor !== undefined || nextCursor !== null) && (
        <Group mt="md">
          {cursor !== undefined && (
            <Button variant="default" onClick={() => turnTo(undefined)}>
              {common('table.first')}
            </Button>
          )}
          {nextCursor !== null && (
            <Button variant="default" onClick={() => turnTo(nextCursor)}>
              {common('table.older')}
            </Button>
          )}
        </Group>
      )}
    </Section>
  )
}

function Line({ invitation }: { invitation: Invitation }) {
  const t = useWords(teamWords)
  const { locale } = useLanguage()
  const isActive = useIsActive()
  const { email, role, sentAt, expiresAt, link } = invitation
  const facts = [
    t(`roles.${role}`),
    t(link === null ? 'open.sent' : 'open.made', { at: momentText(sentAt, locale) }),
    t('open.expires', { at: momentText(expiresAt, locale, 'day') }),
  ]
  return (
    <Thing name={email} about={facts.join(' · ')}>
      <Group gap="sm">
        <Standing invitation={invitation} />
        {isActive && <Resend invitation={invitation} />}
        <Revoke invitation={invitation} />
      </Group>
    </Thing>
  )
}

function Standing({ invitation: { status, mail, link } }: { invitation: Invitation }) {
  const t = useWords(teamWords)
  if (status === 'EXPIRED') return <StatusBadge tone="attention">{t('open.expired')}</StatusBadge>
  if (link !== null) return <UnsentLink link={link} />
  if (mail === 'FAILED') return <StatusBadge tone="bad">{t('open.failed')}</StatusBadge>
  if (mail === 'SENT') return <StatusBadge tone="good">{t('open.delivered')}</StatusBadge>
  return <StatusBadge tone="waiting">{t('open.waiting')}</StatusBadge>
}

function Resend({ invitation: { id, email } }: { invitation: Invitation }) {
  const t = useWords(teamWords)
  const problemText = useProblemText()
  const { mutate, isPending } = useResend()
  const resend = () =>
    mutate(id, {
      onSuccess: ({ link }) => notifications.show({ message: t(link === null ? 'open.resent' : 'open.renewed') }),
      onError: error => notifications.show({ color: 'red', message: problemText(error) }),
    })
  return (
    <Button variant="default" size="xs" loading={isPending} aria-label={t('open.resendOf', { email })} onClick={resend}>
      {t('open.resend')}
    </Button>
  )
}

function Revoke({ invitation: { id, email } }: { invitation: Invitation }) {
  const t = useWords(teamWords)
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending, error } = useRevokeInvitation()
  const done = () => {
    setAsked(false)
    notifications.show({ message: t('open.revoked') })
  }
  return (
    <>
      <Button variant="default" size="xs" aria-label={t('open.revokeOf', { email })} onClick={() => setAsked(true)}>
        {t('open.revoke')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('open.revoke')}
        verb={t('open.revoke')}
        dangerous
        pending={isPending}
        error={error}
        onConfirm={() => mutate(id, { onSuccess: done })}
        onClose={() => setAsked(false)}
      >
        <Text>{t('open.revokeText', { email })}</Text>
      </ConfirmDialog>
    </>
  )
}
