// The results, in groups.
import { Group, Text } from '@mantine/core'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { isTestAccount } from '#kernel/account/test-account.ts'
import type { FoundGroup, Hit, SearchScope } from '../api/money/search.ts'
import { StatusBadge } from '../ui/feedback/status-badge.tsx'
import { Moment } from '../ui/values/moment.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import classes from './search.module.css'
import { toneOf, useStatusName } from './status.ts'
import { searchWords } from './words.ts'

interface ResultsProps {
  id: string
  scope: SearchScope
  groups: FoundGroup[]
  chosen: number | null
  optionId: (index: number) => string
  onPick: (hit: Hit) => void
  onPoint: (index: number) => void
}

export function Results({ id, scope, groups, chosen, optionId, onPick, onPoint }: ResultsProps) {
  const t = useWords(searchWords)
  const list = useRef<HTMLDivElement>(null)
  useInSight(list, chosen)
  let index = -1
  return (
    <div ref={list} id={id} role="listbox" aria-label={t('results')} className={classes.results}>
      {groups.map(({ kind, data, more }) => (
        <ResultGroup key={kind} title={t(`kinds.${kind}`)} more={more}>
          {data.map(hit => {
            index += 1
            const own = index
            return (
              <div
                // Two people of one account bear its number.
                key={`${hit.accountId}/${hit.uuid ?? hit.id}`}
                id={optionId(own)}
                role="option"
                tabIndex={-1}
                aria-selected={own === chosen}
                className={classes.line}
                onClick={() => onPick(hit)}
                onKeyDown={event => event.key === 'Enter' && onPick(hit)}
                onPointerMove={() => own !== chosen && onPoint(own)}
              >
                <Line hit={hit} scope={scope} />
              </div>
            )
          })}
        </ResultGroup>
      ))}
    </div>
  )
}

interface ResultGroupProps {
  title: string
  more: boolean
  children: React.ReactNode
}

function ResultGroup({ title, more, children }: ResultGroupProps) {
  const t = useWords(searchWords)
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
    <div role="group" aria-labelledby={id}>
      <Group id={id} justify="space-between" className={classes.kind}>
        <span>{title}</span>
        {more && (
          <Text component="span" size="xs" c="dimmed">
            {t('more')}
          </Text>
        )}
      </Group>
      {children}
    </div>
  )
}

function Line({ hit, scope }: { hit: Hit; scope: SearchScope }) {
  const t = useWords(searchWords)
  const statusName = useStatusName()
  const { kind, title, detail, amount, status, date, by, accountName, accountId } = hit
  const isOf = scope === 'house' && kind !== 'account'
  const whose = isOf ? `${accountName ?? ''} ${accountId}`.trim() : null
  const about = [t(`by.${by}`), kind === 'dispute' && detail !== title ? detail : null, nameless(hit)]
  return (
    <>
      <div className={classes.words}>
        <Text component="span" fw={600} className={classes.title}>
          {title || t('unnamed')}
        </Text>
        <Text component="span" size="sm" c="dimmed" className={classes.about}>
          {[...about, whose].filter(part => part !== null && part !== '').join(' · ')}
        </Text>
      </div>
      <div className={classes.figures}>
        {amount !== null && <Money centavos={amount} fw={600} />}
        <Text component="span" size="sm" c="dimmed">
          <Moment at={date} />
        </Text>
      </div>
      {scope === 'house' && isTestAccount(accountId) && <StatusBadge tone="attention">{t('test')}</StatusBadge>}
      {status !== null && <StatusBadge tone={toneOf(kind, status)}>{statusName(kind, status)}</StatusBadge>}
    </>
  )
}

/** The detail of a line: of disputes it is their kind, which is shown elsewhere. */
const nameless = ({ kind, detail, title, id }: Hit): string | null => {
  if (kind === 'dispute') return null
  if (kind === 'account') return [String(id), detail].filter(Boolean).join(' · ')
  return detail === title ? null : detail
}

/** The arrow keys may lead to a line that is scrolled away. */
function useInSight(list: RefObject<HTMLElement | null>, chosen: number | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is looked up when another one is chosen
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
}
