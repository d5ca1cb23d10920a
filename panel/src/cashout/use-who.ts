// The names of the people who have decided, where the reader may know them.

import { usePeople } from '../api/access/people.ts'
import type { Approval } from '../api/money/cashouts.ts'
import { useWords } from '../words/words.ts'
import { cashoutWords } from './words.ts'

export function useWho(): (id: string, as?: Approval['votes'][number]['as'], name?: string | null) => string {
  const t = useWords(cashoutWords)
  const { own, names } = usePeople()
  return (id, as = 'member', name = null) => {
    if (as === 'operator') return t('who.operator')
    return id === own ? t('who.you') : (names.get(id) ?? name ?? t('who.somebody'))
  }
}
