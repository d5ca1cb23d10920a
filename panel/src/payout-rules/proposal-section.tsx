// A change that protects less and waits until others agree: what it changes, who wants it, and the words of the others.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import type { PayoutRules, Proposal } from '../api/payout-rules.ts'
import { usePeople } from '../api/people.ts'
import { useWho } from '../cashouts/use-who.ts'
import { momentText } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import { ProposalDialog, type Word } from './proposal-dialog.tsx'
import { NAMES } from './rule-draft.ts'
import classes from './rules.module.css'
import { useRuleText } from './use-rule-text.ts'
import { ruleWords } from './words.ts'

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
  const { own } = usePeople()
  const [word, setWord] = useState<Word | null>(null)
  if (may !== true) return null
  const isOwn = proposal.proposedBy === own
  const hasAgreed = proposal.agreedBy.includes(own)
  return (
    <>
      {(isOwn || hasAgreed) && <Text size="sm">{t(isOwn ? 'proposal.own' : 'proposal.yours')}</Text>}
      <Group>
        {!isOwn && !hasAgreed && <Button onClick={() => setWord('agree')}>{t('proposal.agree')}</Button>}
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
