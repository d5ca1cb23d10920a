// The details of an audit entry beside the action: subject and amount at once, and the rest to be opened.
import { Text } from '@mantine/core'
import { useWords } from '../words/words.ts'
import classes from './detail.module.css'
import { factsIn } from './detail-facts.ts'
import { detailWords } from './detail-words.ts'
import { useDetailText } from './use-detail-text.ts'

interface DetailProps {
  subject: string
  detail: Record<string, unknown>
}

/** Subject and amount: enough to distinguish the entry from similar ones. */
const AT_ONCE = ['amount', 'pixKey', 'name', 'accountName', 'email', 'role', 'url', 'document', 'day'] as const

const wholeOf = ({ subject, detail }: DetailProps) => factsIn(detail, subject === 'member' ? 'role' : 'ips')

const isAtOnce = (path: string[]) => path.length === 1 && AT_ONCE.some(name => name === path[0])

export function AboutEntry({ entry }: { entry: DetailProps }) {
  const textOf = useDetailText()
  const facts = wholeOf(entry).filter(({ path }) => isAtOnce(path))
  if (facts.length === 0) return null
  const ordered = facts.toSorted((one, other) => rankOf(one.path) - rankOf(other.path))
  return (
    <Text size="sm" c="dimmed" className={classes.about}>
      {ordered.map(fact => textOf(fact).value).join(' · ')}
    </Text>
  )
}

const rankOf = (path: string[]) => (AT_ONCE as readonly string[]).indexOf(path[0] ?? '')

export function EntryDetail({ entry }: { entry: DetailProps }) {
  const t = useWords(detailWords)
  const textOf = useDetailText()
  const facts = wholeOf(entry).filter(({ path }) => !isAtOnce(path))
  if (facts.length === 0) return null
  return (
    <details>
      <summary>{t('show')}</summary>
      <ul className={classes.facts}>
        {facts.map(textOf).map(({ name, value }) => (
          <li key={name}>
            <strong>{name}:</strong> {value}
          </li>
        ))}
      </ul>
    </details>
  )
}
