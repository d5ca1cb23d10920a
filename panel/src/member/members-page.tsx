// The members of the account, and its invitations.
import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useIsActive, useMay } from '../api/access/me.ts'
import { useMembers } from '../api/account/members.ts'
import { ErrorState, LoadingRows } from '../ui/feedback/states.tsx'
import { useWords } from '../words/words.ts'
import { TeamHeader } from './frame.tsx'
import { InvitationsSection } from './invitations-section.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MembersSection } from './members-section.tsx'
import { teamWords } from './words.ts'

export function TeamPage() {
  const t = useWords(teamWords)
  const list = useMembers()
  const mayDecide = useMay('POST /api/members/invitations') === true
  const [isInviting, inviting] = useDisclosure(false)
  const isActive = useIsActive()
  const invite = mayDecide && isActive && !list.isLoadingError && (
    <Button leftSection={<IconUserPlus size={18} />} onClick={inviting.open}>
      {t('invite.action')}
    </Button>
  )
  return (
    <>
      <TeamHeader title={t('title')} description={t('description')} actions={invite} />
      <Stack gap="lg">
        {list.isPending && <LoadingRows rows={4} />}
        {list.isLoadingError && <ErrorState error={list.error} retry={() => void list.refetch()} />}
        {list.data !== undefined && <MembersSection members={list.data.data} mayDecide={mayDecide} />}
        {list.data !== undefined && mayDecide && !isActive && <Text c="dimmed">{t('notActive')}</Text>}
        {list.data !== undefined && mayDecide && <InvitationsSection />}
        {list.data !== undefined && !mayDecide && <Text c="dimmed">{t('readOnly')}</Text>}
      </Stack>
      {isInviting && <InviteDialog onClose={inviting.close} />}
    </>
  )
}
