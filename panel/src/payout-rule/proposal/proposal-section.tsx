// A change that weakens the rules and waits until others agree: its content, its author, and the votes of the others.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../api/access/me.ts'
import type { PayoutRules, Proposal } from '../../api/account/payout-rules.ts'
import { useWho } from '../../cashout/use-who.ts'
import { Section } from '../../ui/layout/section.tsx'
import { momentText } from '../../ui/values/moment.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { NAMES } from '../rule-draft.ts'
import classes from '../rules.module.css'
import { useRuleText } from '../use-rule-text.ts'
import { ruleWords } from '../words.ts'
import { ProposalDialog, type Word } from './proposal-dialog.tsx'

export interface ProposalSectionProps {
  rules: PayoutRules
  proposal: Proposal
  onChanged: (after: PayoutRules) => void
}

export function ProposalSection({ rules, proposal, onChanged }: ProposalSectionProps) {
  const t = useWords(ruleWords)
  const { locale } = useLanguage()
  const whoOf = useWho()
  const { proposedBy, proposedAt, agreedBy, agreementsNeeded } = proposal
  return (
    <Section title={t('proposal.title')}>
      <Stack gap="md">
        <Text c="dimmed">
          {t('proposal.by', { who: whoOf(proposedBy), moment: momentText(proposedAt, locale) })}{' '}
          {t('proposal.count', { given: agreedBy.length, needed: agreementsNeeded })}
        </Text>
        <Changes rules={rules} proposal={proposal} />
        <Words proposal={proposal} onChanged={onChanged} />
      </Stack>
    </Section>
  )
}

function Changes({ rules, proposal: { change } }: Pick<ProposalSectionProps, 'rules' | 'proposal'>) {
  const t = useWords(ruleWords)
  const textOf = useRuleText()
  return (
    <dl className={classes.change}>
      {NAMES.filter(name => change[name] !== undefined && change[name] !== rules[name]).map(name => (
        <div key={name}>
          <Text component="dt" fw={600}>
            {t(`fields.${name}`)}
          </Text>
          <dd>
            {t('proposal.from', { value: textOf(name, rules[name]) })}
            <br />
            {t('proposal.to', { value: textOf(name, change[name] ?? null) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Words({ proposal, onChanged }: Pick<ProposalSectionProps, 'proposal' | 'onChanged'>) {
  const t = useWords(ruleWords)
  const may = useMay('POST /api/payout-rules/proposal/agree')
  const [word, setWord] = useState<Word | null>(null)
  if (may !== true) return null
  return (
    <>
      <WhyNot proposal={proposal} />
      <Group>
        {proposal.you?.mayAgree && <Button onClick={() => setWord('agree')}>{t('proposal.agree')}</Button>}
        <Button variant="default" onClick={() => setWord('reject')}>
          {t('proposal.reject')}
        </Button>
      </Group>
      {word !== null && (
        <ProposalDialog word={word} proposal={proposal} onChanged={onChanged} onClose={() => setWord(null)} />
      )}
    </>
  )
}

/** Why this person is not offered to agree. */
function WhyNot({ proposal: { you } }: { proposal: Proposal }) {
  const t = useWords(ruleWords)
  const { locale } = useLanguage()
  const because = you?.mayNotBecause ?? 'NO_RIGHT'
  if (because === 'NO_RIGHT') return null
  if (you?.mayAgreeFrom) {
    const moment = momentText(you.mayAgreeFrom, locale)
    return <Text size="sm">{t(because === 'TOO_NEW' ? 'proposal.tooNew' : 'proposal.aloneFrom', { moment })}</Text>
  }
  return because === 'TOO_NEW' ? null : <Text size="sm">{t(`proposal.${because}`)}</Text>
}
