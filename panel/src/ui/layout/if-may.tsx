// Shows an action only to the roles that may do it. Nothing is shown until the rights are known.
import type { ComponentType, ReactNode } from 'react'
import { useMay } from '../../api/access/me.ts'
import type { RestrictedRoute } from '../../api/may.ts'
import { type Translate, useWords, type Words } from '../../words/words.ts'
import { DeniedState } from '../feedback/states.tsx'
import { PageHeader } from './page-header.tsx'

interface IfMayProps {
  route: RestrictedRoute
  children: ReactNode
  /** Shown to people without the right; absent: nothing. */
  otherwise?: ReactNode
}

export function IfMay({ route, children, otherwise = null }: IfMayProps) {
  const may = useMay(route)
  if (may === null) return null
  return may ? children : otherwise
}

/** A whole page of it; `title` is its heading for people without the right. */
export const PageIfMay = ({ route, title, children }: Omit<IfMayProps, 'otherwise'> & { title: string }) => (
  <IfMay route={route} otherwise={<Denied title={title} />}>
    {children}
  </IfMay>
)

/** The same of a page that has nothing to do beside it. */
export const pageIfMay = <T,>(route: RestrictedRoute, words: Words<T>, title: TitleOf<T>, Page: ComponentType) =>
  function Restricted() {
    const t = useWords(words)
    return (
      <PageIfMay route={route} title={t(title)}>
        <Page />
      </PageIfMay>
    )
  }

type TitleOf<T> = Parameters<Translate<T>>[0]

const Denied = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <DeniedState />
  </>
)
