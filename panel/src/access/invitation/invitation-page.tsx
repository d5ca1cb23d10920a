// The page behind the link of an invitation: its content, and accepting it, with the existing login or with a new one.
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Invited, useInvited } from '../../api/access/letters.ts'
import { sessionQuery } from '../../api/access/session.ts'
import { Problem } from '../../api/problem.ts'
import { teamWords } from '../../member/words.ts'
import { ErrorState, LoadingBlock } from '../../ui/feedback/states.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Facts } from '../../ui/layout/section.tsx'
import { useWords } from '../../words/words.ts'
import { InvitationGone } from './invitation-gone.tsx'
import { AcceptByLogin, AcceptBySignUp, OtherPerson, SignInFirst } from './invitation-ways.tsx'
import { letterWords } from './letter-words.ts'

const route = getRouteApi('/open/convite/$token')

export function InvitationPage() {
  const t = useWords(letterWords)
  const { token } = route.useParams()
  const { data, error, isPending, isLoadingError, refetch } = useInvited(token)
  if (isPending) return <LoadingBlock height={320} />
  if (error instanceof Problem && error.status === 404) return <InvitationGone invited={null} />
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  if (data.status !== 'OPEN') return <InvitationGone invited={data} />
  return (
    <>
      <PageHeader title={t('invited.title')} description={<About invited={data} />} />
      <Stack gap="lg">
        <WhatItIs invited={data} />
        <Ways token={token} invited={data} />
      </Stack>
    </>
  )
}

function About({ invited: { kind, accountName, invitedBy } }: { invited: Invited }) {
  const t = useWords(letterWords)
  const account = accountName ?? ''
  if (kind === 'SELLER') return t('invited.seller')
  return invitedBy === null
    ? t('invited.memberHouse', { account })
    : t('invited.member', { account, inviter: invitedBy })
}

function WhatItIs({ invited: { kind, accountName, role, invitedBy, email } }: { invited: Invited }) {
  const t = useWords(letterWords)
  const team = useWords(teamWords)
  const isMember = kind === 'MEMBER'
  return (
    <div>
      <Facts
        facts={[
          accountName === null ? null : { name: t('invited.account'), value: accountName },
          isMember ? { name: t('invited.role'), value: team(`roles.${role}`) } : null,
          { name: t('invited.inviter'), value: invitedBy ?? t('invited.operator') },
          { name: t('invited.email'), value: email },
        ]}
      />
      {isMember && (
        <Text c="dimmed" mt="sm">
          {team(`rolesMay.${role}`)}
        </Text>
      )}
    </div>
  )
}

function Ways({ token, invited: { email, hasLogin } }: { token: string; invited: Invited }) {
  const { data: session, isPending } = useQuery(sessionQuery)
  if (isPending) return <LoadingBlock height={48} />
  if (session?.user.email === email) return <AcceptByLogin token={token} />
  if (session) return <OtherPerson token={token} email={session.user.email} />
  return hasLogin ? <SignInFirst token={token} /> : <AcceptBySignUp token={token} />
}
