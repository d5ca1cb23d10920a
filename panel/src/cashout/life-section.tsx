// The history of a cashout, with the votes and reasons of people.
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OneCashout } from '../api/money/cashouts.ts'
import { Section } from '../ui/layout/section.tsx'
import { Timeline } from '../ui/layout/timeline.tsx'
import { Money } from '../ui/values/money.tsx'
import { useWords } from '../words/words.ts'
import { type Happening, lifeOf } from './life.ts'
import { useWho } from './use-who.ts'
import { cashoutWords } from './words.ts'

export function LifeSection({ cashout }: { cashout: OneCashout }) {
  const t = useWords(cashoutWords)
  const whoOf = useWho()
  const steps = lifeOf(cashout).map(({ what, at, tone, vote, centavos }) => ({
    key: `${what} ${vote?.by ?? ''} ${at}`,
    title: t(`life.${what}`, vote === undefined ? {} : { who: whoOf(vote.by, vote.as, vote.byName) }),
    at,
    tone,
    ...detailOf({ vote, centavos }),
  }))
  return (
    <Section title={t('one.life')}>
      <Timeline steps={steps} />
    </Section>
  )
}

function detailOf({ vote, centavos }: { [Name in 'vote' | 'centavos']: Happening[Name] | undefined }): {
  detail?: ReactNode
} {
  if (centavos !== undefined) return { detail: <Money centavos={centavos} /> }
  if (vote === undefined || vote.reason === null) return {}
  return { detail: <Text size="sm">“{vote.reason}”</Text> }
}
