// The period of the figures. It is part of the address.
import { SegmentedControl } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useWords } from '../words/words.ts'
import { SPANS, type Span } from './spans.ts'
import { homeWords } from './words.ts'

const route = getRouteApi('/shell/')

const USUAL: Span = 7

export const useSpan = (): Span => route.useSearch().days ?? USUAL

export function SpanSwitch() {
  const t = useWords(homeWords)
  const span = useSpan()
  const navigate = useNavigate()
  const choose = (name: string) => {
    const chosen = SPANS.find(one => String(one) === name)
    if (chosen !== undefined)
      void navigate({ to: '/', search: chosen === USUAL ? {} : { days: chosen }, replace: true })
  }
  return (
    <SegmentedControl
      aria-label={t('span.label')}
      value={String(span)}
      onChange={choose}
      data={SPANS.map(one => ({ value: String(one), label: t(`span.days${one}`) }))}
    />
  )
}
