// The person's sessions: ending one, or all but this.
import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { type OpenSession, useEndOthers, useEndSession, useSessions } from '../api/access/security.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { ErrorState, LoadingRows } from '../ui/feedback/states.tsx'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Thing, ThingList } from '../ui/layout/thing-list.tsx'
import { distanceText } from '../ui/values/moment.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { securityWords } from './words.ts'

export function SessionsSection() {
  const t = useWords(securityWords)
  const list = useSessions()
  const sessions = list.data?.data ?? []
  return (
    <Section title={t('sessions.title')} aside={sessions.length > 1 && <EndOthers />}>
      <Stack gap="xs">
        <Text c="dimmed">{t('sessions.text')}</Text>
        {list.isPending && <LoadingRows rows={2} />}
        {list.isLoadingError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
        <ThingList>
          {sessions.map(session => (
            <One key={session.id} session={session} />
          ))}
        </ThingList>
      </Stack>
    </Section>
  )
}

function One({ session: { id, browser, system, address, lastSeenAt, current } }: { session: OpenSession }) {
  const t = useWords(securityWords)
  const { locale } = useLanguage()
  const problemText = useProblemText()
  const { mutate, isPending } = useEndSession()
  const device = [browser, system].filter(word => word !== null).join(', ') || t('sessions.unknown')
  const end = () =>
    mutate(id, {
      onSuccess: () => notifications.show({ message: t('sessions.ended') }),
      onError: error => notifications.show({ color: 'red', message: problemText(error) }),
    })
  const seen = t('sessions.seen', { ago: distanceText(lastSeenAt, locale) })
  return (
    <Thing name={device} about={address === null ? seen : `${address} · ${seen}`}>
      {current ? (
        <StatusBadge tone="good">{t('sessions.current')}</StatusBadge>
      ) : (
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          aria-label={t('sessions.endOf', { device })}
          onClick={end}
        >
          {t('sessions.end')}
        </Button>
      )}
    </Thing>
  )
}

function EndOthers() {
  const t = useWords(securityWords)
  const [isAsked, setAsked] = useState(false)
  const { mutate, isPending, error } = useEndOthers()
  const done = ({ endedSessions }: { endedSessions: number }) => {
    notifications.show({ message: t('ended', { count: endedSessions }) })
    setAsked(false)
  }
  return (
    <Group>
      <Button variant="default" size="xs" onClick={() => setAsked(true)}>
        {t('sessions.endOthers')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('sessions.endOthers')}
        verb={t('sessions.endOthers')}
        pending={isPending}
        error={error}
        onConfirm={() => mutate(undefined, { onSuccess: done })}
        onClose={() => setAsked(false)}
      >
        <Text>{t('sessions.endOthersText')}</Text>
      </ConfirmDialog>
    </Group>
  )
}
