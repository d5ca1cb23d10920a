// The people of the account. Owners change roles here and let people go.
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type ReactNode, useState } from 'react'
import type { Role } from '#http/route.ts'
import { type Member, ROLES, useChangeRole, useRemoveMember } from '../api/account/members.ts'
import { Problem } from '../api/problem.ts'
import { ConfirmDialog } from '../ui/forms/confirm-dialog.tsx'
import { Section } from '../ui/layout/section.tsx'
import { Thing, ThingList } from '../ui/layout/thing-list.tsx'
import { momentText } from '../ui/values/moment.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { teamWords } from './words.ts'

interface Wish {
  member: Member
  /** null: the person leaves. */
  role: Role | null
}

export function MembersSection({ members, mayDecide }: { members: Member[]; mayDecide: boolean }) {
  const t = useWords(teamWords)
  const [wish, setWish] = useState<Wish | null>(null)
  return (
    <Section title={t('members.title')}>
      <ThingList>
        {members.map(member => (
          <Line key={member.id} member={member}>
            {mayDecide && !isOnlyOwner(member, members) ? (
              <MemberActions member={member} onWish={setWish} />
            ) : (
              <Text>{t(`roles.${member.role}`)}</Text>
            )}
          </Line>
        ))}
      </ThingList>
      {wish !== null && wish.role !== null && (
        <RoleDialog member={wish.member} role={wish.role} onClose={() => setWish(null)} />
      )}
      {wish !== null && wish.role === null && <RemoveDialog member={wish.member} onClose={() => setWish(null)} />}
    </Section>
  )
}

/** An account keeps an owner: there is nothing to decide about the only one. */
const isOnlyOwner = (member: Member, members: Member[]): boolean =>
  member.role === 'OWNER' && members.filter(({ role }) => role === 'OWNER').length === 1

function Line({ member, children }: { member: Member; children: ReactNode }) {
  const t = useWords(teamWords)
  const { locale } = useLanguage()
  const { name, email, isYou, createdAt, approvesFrom } = member
  const since = t('members.since', { day: momentText(createdAt, locale, 'day') })
  const isNew = approvesFrom !== null && Date.parse(approvesFrom) > Date.now()
  const approves = isNew ? [t('members.approvesFrom', { moment: momentText(approvesFrom, locale) })] : []
  return (
    <Thing name={isYou ? `${name} (${t('members.you')})` : name} about={[email, since, ...approves].join(' · ')}>
      {children}
    </Thing>
  )
}

function MemberActions({ member, onWish }: { member: Member; onWish: (wish: Wish) => void }) {
  const t = useWords(teamWords)
  const { name, role } = member
  return (
    <Group gap="sm" wrap="nowrap">
      <NativeSelect
        aria-label={t('members.roleOf', { name })}
        value={role}
        onChange={event => onWish({ member, role: event.currentTarget.value as Role })}
        data={ROLES.map(one => ({ value: one, label: t(`roles.${one}`) }))}
      />
      <Button variant="default" aria-label={t('remove.of', { name })} onClick={() => onWish({ member, role: null })}>
        {t('remove.action')}
      </Button>
    </Group>
  )
}

function RoleDialog({ member, role, onClose }: { member: Member; role: Role; onClose: () => void }) {
  const t = useWords(teamWords)
  const { mutate, isPending, error } = useChangeRole()
  const { id, name } = member
  const done = () => {
    notifications.show({ message: t('role.done', { name }) })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('role.title')}
      verb={t(locksOut(error) ? 'few.role' : 'role.action')}
      dangerous={locksOut(error)}
      pending={isPending}
      error={isConflict(error) || locksOut(error) ? null : error}
      onConfirm={() => mutate({ id, role, acceptsLockOut: locksOut(error) }, { onSuccess: done })}
      onClose={onClose}
    >
      <Text>{t('role.text', { name, before: t(`roles.${member.role}`), after: t(`roles.${role}`) })}</Text>
      <Text c="dimmed">{t(`rolesMay.${role}`)}</Text>
      {isConflict(error) && <Text role="alert">{t('role.lastOwner')}</Text>}
      {locksOut(error) && <Text role="alert">{t('few.text')}</Text>}
    </ConfirmDialog>
  )
}

function RemoveDialog({ member: { id, name, isYou }, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords(teamWords)
  const { mutate, isPending, error } = useRemoveMember()
  const done = () => {
    if (isYou) return location.assign('/')
    notifications.show({ message: t('remove.done', { name }) })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      title={t('remove.title')}
      verb={t(locksOut(error) ? 'few.remove' : 'remove.action')}
      dangerous
      pending={isPending}
      error={isConflict(error) || locksOut(error) ? null : error}
      onConfirm={() => mutate({ id, acceptsLockOut: locksOut(error) }, { onSuccess: done })}
      onClose={onClose}
    >
      <Text>{isYou ? t('remove.textYou') : t('remove.text', { name })}</Text>
      {isConflict(error) && <Text role="alert">{t('role.lastOwner')}</Text>}
      {locksOut(error) && <Text role="alert">{t('few.text')}</Text>}
    </ConfirmDialog>
  )
}

/** Too few people would be left to approve: the owner is warned once, and a second click does it. */
const locksOut = (error: unknown): boolean => error instanceof Problem && error.code === 'RULE_LOCKS_OUT'

/** Of an account whose last owner would be one no more. */
const isConflict = (error: unknown): boolean => error instanceof Problem && error.code === 'CONFLICT'
