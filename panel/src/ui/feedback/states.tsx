// Placeholders for content: nothing yet, a failure, no access, not found, or loading. They take the room of the content, so
// that the layout does not jump.
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconMapOff, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SECOND_FACTOR } from '../../api/call.ts'
import { Problem } from '../../api/problem.ts'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import { useWholePage } from '../layout/use-whole-page.ts'
import { LinkButton } from '../navigation/links.tsx'
import { useProblemText } from './problem-text.ts'
import classes from './states.module.css'

interface NoteProps {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
  /** Announced at once by a screen reader. */
  urgent?: boolean
}

function Note({ icon, title, children, action, urgent = false }: NoteProps) {
  const { isWhole, heading } = useWholePage(title)
  return (
    <Paper className={classes.note} p={{ base: 'lg', sm: 'xl' }} {...(urgent && { role: 'alert' })}>
      <Stack align="center" gap="sm" ta="center" maw={460} mx="auto">
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        <Title order={isWhole ? 1 : 2} size="h3" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Text c="dimmed">{children}</Text>
        {action}
      </Stack>
    </Paper>
  )
}

export interface EmptyStateProps {
  icon: ReactNode
  title: string
  children?: ReactNode
  /** A button or a link to fill the list. */
  action?: ReactNode
}

export const EmptyState = (props: EmptyStateProps) => <Note {...props} />

export function DeniedState() {
  const t = useWords(commonWords)
  return (
    <Note icon={<IconLock />} title={t('states.deniedTitle')}>
      {t('states.denied')}
    </Note>
  )
}

export function NotFoundState() {
  const t = useWords(commonWords)
  const home = (
    <LinkButton to="/" variant="default">
      {t('states.home')}
    </LinkButton>
  )
  return (
    <Note icon={<IconMapOff />} title={t('states.notFoundTitle')} action={home}>
      {t('states.notFound')}
    </Note>
  )
}

/**
 * The state of a refused query: no access and not found look different from a failure. Who would not prove who they are is asked
 * again by the button.
 */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useWords(commonWords)
  const problemText = useProblemText()
  const problem = error instanceof Problem ? error : null
  if (problem?.status === 403 && problem.code !== SECOND_FACTOR) return <DeniedState />
  if (problem?.status === 404) return <NotFoundState />
  const again = retry && (
    <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={retry}>
      {t('actions.retry')}
    </Button>
  )
  const id = problem?.requestId ?? null
  return (
    <Note urgent icon={<IconAlertTriangle />} title={t('problems.title')} action={again}>
      {problemText(error)}
      {id !== null && (
        <Text component="span" display="block" size="sm" mt="xs">
          {t('states.requestId', { id })}
        </Text>
      )}
    </Note>
  )
}

/** Lines of a list or a table on their way. */
export function LoadingRows({ rows = 6 }: { rows?: number }) {
  const t = useWords(commonWords)
  return (
    <Stack gap="xs" role="status" aria-label={t('states.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} height={48} radius="sm" />
      ))}
    </Stack>
  )
}

/** One block on its way, of the height that it will have. */
export function LoadingBlock({ height }: { height: number | string }) {
  const t = useWords(commonWords)
  return (
    <div role="status" aria-label={t('states.loading')}>
      <Skeleton height={height} radius="md" />
    </div>
  )
}

export function LoadingPage() {
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Skeleton height={36} width={220} />
      </Group>
      <LoadingBlock height={120} />
      <LoadingRows />
    </Stack>
  )
}
