// What only some roles may do, offered to them alone. Nothing is shown until it is known who is asking.
import type { ReactNode } from 'react'
import type { Door } from '../api/may.ts'
import { useMay } from '../api/me.ts'
import { PageHeader } from './page-header.tsx'
import { DeniedState } from './states.tsx'

interface IfMayProps {
  door: Door
  children: ReactNode
  /** For whoever may not; absent: nothing. */
  otherwise?: ReactNode
}

export function IfMay({ door, children, otherwise = null }: IfMayProps) {
  const may = useMay(door)
  if (may === null) return null
  return may ? children : otherwise
}

/** A whole page of it; `title` is what it is called for whoever may not. */
export const PageIfMay = ({ door, title, children }: Omit<IfMayProps, 'otherwise'> & { title: string }) => (
  <IfMay door={door} otherwise={<Denied title={title} />}>
    {children}
  </IfMay>
)

const Denied = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <DeniedState />
  </>
)
