// The tabs of recurrences: the list, and the calendar of all of them.
import { ScreenTab, ScreenTabs } from '../ui/layout/screen-tabs.tsx'
import { useWords } from '../words/words.ts'
import { recurrenceWords } from './words.ts'

const EXACT = { exact: true, includeSearch: false }

export function AroundRecurrences() {
  const t = useWords(recurrenceWords)
  return (
    <ScreenTabs label={t('around.label')}>
      <ScreenTab to="/recorrencias" activeOptions={EXACT}>
        {t('around.list')}
      </ScreenTab>
      <ScreenTab to="/recorrencias/calendario" activeOptions={EXACT}>
        {t('around.calendar')}
      </ScreenTab>
    </ScreenTabs>
  )
}
