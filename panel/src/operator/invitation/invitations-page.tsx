// Invitations of new sellers: accepting one opens an account.
import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { isEmail } from '../../access/use-access-form.ts'
import {
  type Invitation,
  inviteSeller,
  resendInvitation,
  revokeInvitation,
  type SellerRequest,
  useSellerInvitations,
} from '../../api/operator/people.ts'
import { UnsentLink } from '../../member/unsent-link.tsx'
import { StatusBadge } from '../../ui/feedback/status-badge.tsx'
import type { Column } from '../../ui/tables/rows-table.tsx'
import { Moment } from '../../ui/values/moment.tsx'
import { useWords } from '../../words/words.ts'
import classes from '../operator.module.css'
import { Act } from '../shared/action-button.tsx'
import { DecisionDialog } from '../shared/decision-dialog.tsx'
import { ListPage } from '../shared/list-page.tsx'
import { Breaking } from '../shared/parts.tsx'
import { operatorWords } from '../words.ts'
import { invitationOperatorWords } from './words.ts'

const route = getRouteApi('/shell/operacao/convites')

export function InvitationsPage() {
  const t = useWords(invitationOperatorWords)
  return (
    <ListPage
      title={t('title')}
      description={t('description')}
      actions={<Act variant="filled" label={t('invite')} dialog={close => <InviteDialog onClose={close} />} />}
      columns={useColumns()}
      rowKey={({ id }) => id}
      list={useSellerInvitations(route.useSearch())}
    />
  )
}

function useColumns(): Column<Invitation>[] {
  const t = useWords(invitationOperatorWords)
  const shared = useWords(operatorWords)
  return [
    { id: 'email', header: t('email'), cell: invitation => <Whom invitation={invitation} /> },
    { id: 'state', header: shared('status'), cell: invitation => <Standing invitation={invitation} /> },
    { id: 'sent', header: t('sent'), cell: invitation => <Sent invitation={invitation} /> },
    { id: 'expires', header: t('expires'), cell: ({ expiresAt }) => <Moment at={expiresAt} form="day" /> },
    { id: 'act', header: shared('choice'), cell: invitation => <Acts invitation={invitation} /> },
  ]
}

function Whom({ invitation: { email, accountName } }: { invitation: Invitation }) {
  return (
    <>
      <Breaking>{email}</Breaking>
      {accountName !== null && (
        <Text size="sm" c="dimmed">
          {accountName}
        </Text>
      )}
    </>
  )
}

function Sent({ invitation: { sentAt, invitedBy } }: { invitation: Invitation }) {
  const t = useWords(invitationOperatorWords)
  return (
    <>
      <Moment at={sentAt} />
      {invitedBy !== null && (
        <Text size="sm" c="dimmed">
          {t('by', { who: invitedBy })}
        </Text>
      )}
    </>
  )
}

function Standing({ invitation: { status, mail, link } }: { invitation: Invitation }) {
  const t = useWords(invitationOperatorWords)
  if (status === 'EXPIRED') return <StatusBadge tone="attention">{t('state.expired')}</StatusBadge>
  if (link !== null) return <UnsentLink link={link} />
  if (mail === 'FAILED') return <StatusBadge tone="bad">{t('state.failed')}</StatusBadge>
  if (mail === 'SENT') return <StatusBadge tone="good">{t('state.sent')}</StatusBadge>
  return <StatusBadge tone="waiting">{t('state.waiting')}</StatusBadge>
}

function Acts({ invitation: { id, email } }: { invitation: Invitation }) {
  const t = useWords(invitationOperatorWords)
  return (
    <Group gap="xs" className={classes.acts}>
      <Act
        size="xs"
        label={t('resend')}
        about={email}
        dialog={close => (
          <DecisionDialog
            title={t('resend')}
            verb={t('resend')}
            withoutReason
            action={() => resendInvitation(id)}
            message={t('resent')}
            onClose={close}
          >
            <Text>{t('resendAsk', { email })}</Text>
          </DecisionDialog>
        )}
      />
      <Act
        size="xs"
        label={t('revoke')}
        about={email}
        dialog={close => (
          <DecisionDialog
            title={t('revoke')}
            verb={t('revoke')}
            dangerous
            withoutReason
            action={() => revokeInvitation(id)}
            message={t('revoked')}
            onClose={close}
          >
            <Text>{t('revokeAsk', { email })}</Text>
          </DecisionDialog>
        )}
      />
    </Group>
  )
}

const MAX_NAME = 120

function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(invitationOperatorWords)
  const [email, setEmail] = useState('')
  const [accountName, setAccountName] = useState('')
  const [language, setLanguage] = useState<SellerRequest['language']>('pt-BR')
  const named = accountName.trim()
  return (
    <DecisionDialog
      title={t('invite')}
      verb={t('send')}
      withoutReason
      ready={isEmail(email)}
      action={() => inviteSeller({ email: email.trim(), language, ...(named !== '' && { accountName: named }) })}
      message={t('invited', { email: email.trim() })}
      onClose={onClose}
    >
      <Text>{t('inviteAsk')}</Text>
      <TextInput
        label={t('email')}
        required
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={t('accountName')}
        description={t('accountNameHelp')}
        autoComplete="off"
        maxLength={MAX_NAME}
        value={accountName}
        onChange={event => setAccountName(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('language')}
        value={language}
        onChange={event => setLanguage(event.currentTarget.value === 'en' ? 'en' : 'pt-BR')}
        data={[
          { value: 'pt-BR', label: 'Português' },
          { value: 'en', label: 'English' },
        ]}
      />
    </DecisionDialog>
  )
}
