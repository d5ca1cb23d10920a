// The door of the operator's desk. The gateway refuses everybody else in any case; here they are told so before anything is asked.
import { IconLock } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useSession } from '../api/session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useWords } from '../words/words.ts'
import { deskWords } from './words.ts'

export function DeskGate() {
  const t = useWords(deskWords)
  const { user } = useSession()
  if (user.operator) return <Outlet />
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState icon={<IconLock />} title={t('deniedTitle')}>
        {t('denied')}
      </EmptyState>
    </>
  )
}
