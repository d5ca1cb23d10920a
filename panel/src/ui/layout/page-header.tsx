// The heading of a page: the document's title, and the target of the focus after a change of page, so that a screen reader
// announces the page.
import { Box, Group, Text, Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { GATEWAY_NAME } from '../brand/gateway-name.ts'
import { visits } from '../navigation/visits.ts'

/** The map of all pages is not needed for the first paint, and a page works without it where it cannot be loaded. */
const GuideLink = lazy(() =>
  import('../navigation/guide-link.tsx').then(
    ({ GuideLink: link }) => ({ default: link }),
    () => ({ default: () => null }),
  ),
)
const ICON_WIDTH = 28

export interface PageHeaderProps {
  title: string
  /** One sentence. */
  description?: ReactNode
  /** Buttons. */
  actions?: ReactNode
  /** Above the title: the way back. */
  above?: ReactNode
}

export function PageHeader({ title, description, actions, above }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${GATEWAY_NAME}`
  }, [title])
  useEffect(() => visits.note(heading.current), [])
  return (
    <Box component="header" mb="lg">
      {above}
      <Group justify="space-between" align="flex-start" gap="md">
        <Box>
          <Group gap="sm" wrap="nowrap">
            <Title order={1} size="h2" ref={heading} tabIndex={-1}>
              {title}
            </Title>
            <Suspense fallback={<span style={{ minWidth: ICON_WIDTH }} />}>
              <GuideLink />
            </Suspense>
          </Group>
          {description !== undefined && (
            <Text c="dimmed" mt={4} maw={640}>
              {description}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
    </Box>
  )
}
