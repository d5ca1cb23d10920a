// What stands in for a whole page that could not be shown.
import { Container } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState, NotFoundState } from './ui/states.tsx'

export function Broken({ error, reset }: ErrorComponentProps) {
  return (
    <Container component="main" size="sm" py={80}>
      <ErrorState error={error} retry={reset} />
    </Container>
  )
}

export function Lost() {
  return (
    <Container component="main" size="sm" py={80}>
      <NotFoundState />
    </Container>
  )
}
