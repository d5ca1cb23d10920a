// Replaces a whole page that could not be shown. Where the gateway was unreachable the page is tried again as soon as it
// answers; not before, or a page whose code is missing would be lost altogether.
import { Container } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { unreachable } from './api/problem.ts'
import { reach } from './api/reach.ts'
import { removeSplash } from './splash.ts'
import { isMissingPart } from './stale-build.ts'
import { ErrorState, NotFoundState } from './ui/feedback/states.tsx'

export function Broken({ error, reset }: ErrorComponentProps) {
  const isThere = useSyncExternalStore(reach.subscribe, reach.now) === 'there'
  const router = useRouter()
  const isMissing = isMissingPart(error)
  const again = useCallback(() => {
    if (isMissing) location.reload()
    else void router.invalidate().then(reset)
  }, [isMissing, router, reset])
  useEffect(removeSplash, [])
  const wasAway = useRef(!isThere)
  useEffect(() => {
    if (isThere && wasAway.current) again()
    wasAway.current = !isThere
  }, [isThere, again])
  return (
    <Container component="main" size="sm" py={80}>
      {isThere ? <ErrorState error={error} retry={again} /> : <ErrorState error={unreachable(error)} />}
    </Container>
  )
}

export function Lost() {
  useEffect(removeSplash, [])
  return (
    <Container component="main" size="sm" py={80}>
      <NotFoundState />
    </Container>
  )
}
