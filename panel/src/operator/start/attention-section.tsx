// What needs an operator, each with the link to its page.
import { Button, Group, Text } from '@mantine/core'
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { LoadingRows } from '../../ui/feedback/states.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'
import classes from './attention.module.css'
import type { AttentionFound, Waiting } from './use-attention.tsx'
import { startWords } from './words.ts'

export function AttentionSection({ found }: { found: AttentionFound }) {
  const t = useWords(startWords)
  return (
    <Section title={t('attention')}>
      <Attention found={found} />
    </Section>
  )
}

function Attention({ found }: { found: AttentionFound }) {
  const t = useWords(startWords)
  const { isPending, isUnread, retry, waiting } = found
  if (isPending) return <LoadingRows rows={4} />
  if (waiting.length === 0 && !isUnread)
    return (
      <Group gap="sm" wrap="nowrap">
        <IconCircleCheck size={22} aria-hidden />
        <Text>{t('allWell')}</Text>
      </Group>
    )
  return (
    <>
      {waiting.length > 0 && (
        <ul className={classes.list}>
          {waiting.map(one => (
            <Row key={one.name} waiting={one} />
          ))}
        </ul>
      )}
      {isUnread && <Unread retry={retry} />}
    </>
  )
}

/** What is listed is not all that there may be. */
function Unread({ retry }: { retry: () => void }) {
  const t = useWords(startWords)
  const common = useWords(commonWords)
  return (
    <Group gap="sm" mt="sm" role="alert">
      <Text size="sm">{t('unread')}</Text>
      <Button variant="default" size="xs" onClick={retry}>
        {common('actions.retry')}
      </Button>
    </Group>
  )
}

function Row({ waiting: { name, to, search = {}, count, isMore, things } }: { waiting: Waiting }) {
  const t = useWords(startWords)
  return (
    <li className={classes.row}>
      <Link to={to} search={search} className={classes.link}>
        <span className={`figures ${classes.count}`}>
          {count}
          {isMore && '+'}
        </span>
        <span className={classes.name}>{t(`rows.${name}`)}</span>
        <IconChevronRight size={18} aria-hidden />
      </Link>
      {things.length > 0 && (
        <ul className={classes.things} aria-label={t(`rows.${name}`)}>
          {things.map((thing, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they carry their own keys
            <li key={index}>{thing}</li>
          ))}
        </ul>
      )}
    </li>
  )
}
