// The search: a field, and below it the results, selected with the arrow keys. A combobox as the ARIA practices describe it:
// the focus stays in the field, and the selected line is named by its id.
import { Alert, Loader, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useAccount, useSession } from '../api/access/session.ts'
import { isOutdated } from '../api/kept.ts'
import { type FoundGroup, type Hit, type SearchScope, useSearch } from '../api/money/search.ts'
import { useProblemText } from '../ui/feedback/problem-text.ts'
import { useFocusBack } from '../ui/forms/use-focus-back.ts'
import { useWords } from '../words/words.ts'
import { useGo } from './address.ts'
import { FoundRequest } from './found-request.tsx'
import { Results } from './results.tsx'
import classes from './search.module.css'
import { searchWords } from './words.ts'

/** It is there only as long as it is open. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(searchWords)
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title')}
      size="lg"
      yOffset="8dvh"
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ body: classes.body ?? '' }}
    >
      <Search onClose={onClose} />
    </Modal>
  )
}

/** Operators' searches of the whole gateway are logged: a word that is still being typed is not. */
const SETTLED_MS: Record<SearchScope, number> = { account: 250, house: 500 }

function Search({ onClose }: { onClose: () => void }) {
  const t = useWords(searchWords)
  const { scopes, scope, setScope } = useScope()
  const [written, setWritten] = useState('')
  const [settled] = useDebouncedValue(written, SETTLED_MS[scope])
  const text = worthAsking(settled)
  const found = useSearch(scope, text)
  const groups = text === '' || isOutdated(found) ? [] : (found.data?.groups ?? [])
  const listbox = useId()
  const go = useGo(scope)
  const pick = (hit: Hit) => {
    onClose()
    go(hit)
  }
  // The results of the previous words do not belong to the new ones.
  const isCurrent = text === worthAsking(written) && !found.isPlaceholderData && !found.isPending
  const choice = useChoice(groups, { isCurrent, pick })
  return (
    <Stack gap="sm">
      <TextInput
        data-autofocus
        type="search"
        role="combobox"
        aria-expanded={groups.length > 0}
        aria-controls={listbox}
        aria-autocomplete="list"
        aria-activedescendant={choice.index === null ? undefined : optionId(listbox, choice.index)}
        aria-label={t('field')}
        placeholder={t('placeholder')}
        size="md"
        maxLength={100}
        autoComplete="off"
        leftSection={found.isFetching ? <Loader size={18} /> : <IconSearch size={20} aria-hidden />}
        value={written}
        onChange={event => {
          choice.forget()
          setWritten(event.currentTarget.value)
        }}
        onKeyDown={choice.onKey}
      />
      {scopes.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('scope.label')}
          value={scope}
          onChange={one => setScope(one as SearchScope)}
          data={scopes.map(one => ({ value: one, label: t(`scope.${one}`) }))}
        />
      )}
      <FoundRequest text={text} scope={scope} onPick={onClose} />
      <Shown text={text} scope={scope} found={found} groups={groups} />
      <Results
        id={listbox}
        scope={scope}
        groups={groups}
        chosen={choice.index}
        optionId={index => optionId(listbox, index)}
        onPick={pick}
        onPoint={choice.point}
      />
    </Stack>
  )
}

const optionId = (listbox: string, index: number) => `${listbox}-${index}`

/** One letter alone is in nearly everything; one figure may be a number. */
function worthAsking(written: string): string {
  const text = written.trim()
  return text.length >= 2 || /^\d$/.test(text) ? text : ''
}

interface ShownProps {
  text: string
  scope: SearchScope
  found: ReturnType<typeof useSearch>
  groups: FoundGroup[]
}

/** Between the field and the lines: what can be searched, that nothing was found, or what went wrong. */
function Shown({ text, scope, found, groups }: ShownProps) {
  const t = useWords(searchWords)
  const problemText = useProblemText()
  const count = groups.reduce((sum, { data }) => sum + data.length, 0)
  if (text !== '' && found.isError)
    return (
      <Alert color="red" variant="light" role="alert">
        {problemText(found.error)}
      </Alert>
    )
  const isNothing = text !== '' && found.isSuccess && !found.isPlaceholderData && count === 0
  return (
    <>
      <Text role="status" size="sm" c="dimmed" className={count > 0 ? 'only-heard' : ''}>
        {text !== '' && (found.isPending || isOutdated(found)) && t('looking')}
        {isNothing && t('nothing', { text })}
        {count > 0 && t('count', { count })}
      </Text>
      {(text === '' || isNothing) && <Hint scope={scope} />}
      {groups.some(({ complete }) => !complete) && (
        <Text size="sm" c="dimmed">
          {t('newestOnly')}
        </Text>
      )}
    </>
  )
}

const EXAMPLES = ['name', 'document', 'key', 'ids', 'number', 'link', 'amount'] as const

function Hint({ scope }: { scope: SearchScope }) {
  const t = useWords(searchWords)
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('hint')}
      </Text>
      <ul className={classes.hints}>
        {EXAMPLES.map(name => (
          <li key={name}>{t(`examples.${name}`)}</li>
        ))}
        {scope === 'house' && <li>{t('examples.account')}</li>}
      </ul>
    </div>
  )
}

/** An operator on the operator's pages searches the whole gateway, elsewhere the account, and may change that. */
function useScope() {
  const { user } = useSession()
  const { data: account } = useAccount()
  const { pathname } = useLocation()
  const scopes: SearchScope[] = [
    ...(account === null ? [] : (['account'] as const)),
    ...(user.operator ? (['house'] as const) : []),
  ]
  const usual: SearchScope = pathname.startsWith('/operacao') || account === null ? 'house' : 'account'
  const [scope, setScope] = useState<SearchScope>(usual)
  return { scopes, scope: scopes.includes(scope) ? scope : (scopes[0] ?? 'account'), setScope }
}

interface ChoiceParts {
  /** The lines belong to the typed words. */
  isCurrent: boolean
  pick: (hit: Hit) => void
}

/** The selected line: the first one, until the arrow keys or the pointer choose another. Enter waits for the answer. */
function useChoice(groups: FoundGroup[], { isCurrent, pick }: ChoiceParts) {
  const hits = groups.flatMap(({ data }) => data)
  const [chosen, setChosen] = useState(0)
  const [isAwaited, setAwaited] = useState(false)
  const index = hits.length === 0 ? null : Math.min(chosen, hits.length - 1)
  const hit = index === null ? undefined : hits[index]
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines, another choice
  useEffect(() => setChosen(0), [groups.length, hits[0]?.id])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer has come
  useEffect(() => {
    if (!isAwaited || !isCurrent) return
    setAwaited(false)
    if (hits[0] !== undefined) pick(hits[0])
  }, [isAwaited, isCurrent])
  return {
    index,
    point: setChosen,
    forget: () => setAwaited(false),
    onKey(event: KeyboardEvent) {
      const step = STEPS[event.key]
      if (event.key === 'Enter' && !isCurrent) setAwaited(true)
      else if (event.key === 'Enter' && hit !== undefined) pick(hit)
      else if (step !== undefined && index !== null) setChosen((index + step + hits.length) % hits.length)
      else return
      event.preventDefault()
    },
  }
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
