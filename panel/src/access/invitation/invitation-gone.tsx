// The page of an invitation that is no longer valid: the reason, and what to do next.
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Invited } from '../../api/access/letters.ts'
import { sessionQuery } from '../../api/access/session.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LinkButton } from '../../ui/navigation/links.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { letterWords } from './letter-words.ts'

/** null: the link is unknown. Sending an invitation again replaces its link. */
export function InvitationGone({ invited }: { invited: Invited | null }) {
  const t = useWords(letterWords)
  const whatBecame = useWhatBecame()
  const ending = invited === null || invited.status === 'OPEN' ? 'UNKNOWN' : invited.status
  return (
    <>
      <PageHeader key="gone" title={t(`invited.gone.${ending}.title`)} description={whatBecame(invited, ending)} />
      <WayOn isLikelyTheirs={ending === 'ACCEPTED'} />
    </>
  )
}

type InvitationEnding = 'ACCEPTED' | 'EXPIRED' | 'REVOKED' | 'UNKNOWN'

function useWhatBecame() {
  const t = useWords(letterWords)
  const { locale } = useLanguage()
  return (invited: Invited | null, ending: InvitationEnding): string =>
    t(`invited.gone.${ending}.text`, {
      account: invited?.accountName ?? t('invited.gone.newAccount'),
      inviter: invited?.invitedBy ?? t('invited.gone.theOperator'),
      email: invited?.email ?? '',
      day: invited === null ? '' : momentText(invited.expiresAt, locale, 'day'),
    })
}

function WayOn({ isLikelyTheirs }: { isLikelyTheirs: boolean }) {
  const t = useWords(letterWords)
  const { data: session } = useQuery(sessionQuery)
  if (session)
    return (
      <LinkButton to="/" size="md">
        {t('invited.gone.toPanel')}
      </LinkButton>
    )
  return (
    <Stack gap="xs" align="flex-start">
      {!isLikelyTheirs && <Text>{t('invited.gone.hasAccess')}</Text>}
      <LinkButton to="/entrar" size="md" variant={isLikelyTheirs ? 'filled' : 'default'}>
        {t('invited.gone.enter')}
      </LinkButton>
    </Stack>
  )
}
