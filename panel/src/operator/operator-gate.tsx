// The access check of the operator's pages. The gateway refuses other people in any case; here they see so before any request.
import { IconLock } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useSession } from '../api/access/session.ts'
import { EmptyState } from '../ui/feedback/states.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { useWords } from '../words/words.ts'
import { operatorWords } from './words.ts'

export function OperatorGate() {
  const t = useWords(operatorWords)
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
