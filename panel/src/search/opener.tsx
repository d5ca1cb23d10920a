// The way to the search from everywhere: a button that looks like a field, and Ctrl-K or Cmd-K. The dialog is loaded when it is needed
// first.
import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import shellClasses from '../shell/shell.module.css'
import { shellWords } from '../shell/words.ts'
import { useWords } from '../words/words.ts'

const load = () => import('./search-dialog.tsx')
const Dialog = lazy(() => load().then(({ SearchDialog: dialog }) => ({ default: dialog })))

const IS_APPLE = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

export function SearchOpener() {
  const t = useWords(shellWords)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    // Not over an open dialog.
    if (document.querySelector('[role="dialog"]') !== null) return
    setOpen(true)
  }
  useHotkeys([['mod+K', open]], [], true)
  const button = {
    onClick: open,
    onPointerEnter: () => void load(),
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
  } as const
  return (
    <>
      <UnstyledButton {...button} className={shellClasses.search} visibleFrom="sm">
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span>{t('search')}</span>
        <Kbd size="xs" aria-hidden>
          {IS_APPLE ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        {...button}
        variant="transparent"
        size="lg"
        aria-label={t('search')}
        className={shellClasses.tool}
        hiddenFrom="sm"
      >
        <IconSearch size={21} stroke={1.7} />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
