// How a request of an authority stands, and its day, as its list and its page have them.
import type { LegalRequest } from '../../api/operator/legal-request/legal-requests.ts'
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'
import { dayOf, dayText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { legalRequestWords } from './words.ts'

const SOON_DAYS = 2
const DAY_MS = 86_400_000

/** An open one says how its day stands. */
export function RequestState({ request: { state, dueOn } }: { request: LegalRequest }) {
  const t = useWords(legalRequestWords)
  const [tone, text] = stateOf(state, dueOn)
  return <StatusBadge tone={tone}>{t(text)}</StatusBadge>
}

function stateOf(
  state: LegalRequest['state'],
  dueOn: string,
): [Tone, 'late' | 'soon' | `states.${LegalRequest['state']}`] {
  if (state !== 'OPEN') return [state === 'ANSWERED' ? 'good' : 'quiet', `states.${state}`]
  const now = Date.now()
  if (dueOn < dayOf(new Date(now))) return ['bad', 'late']
  return dueOn <= dayOf(new Date(now + SOON_DAYS * DAY_MS)) ? ['attention', 'soon'] : ['waiting', 'states.OPEN']
}

export function DueDay({ request: { dueOn } }: { request: LegalRequest }) {
  const { locale } = useLanguage()
  return <span className="figures">{dayText(dueOn, locale)}</span>
}
