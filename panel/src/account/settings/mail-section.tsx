// The mails that the person gets about this account. Each switch is saved at once; mails are in the language of the panel.
import { Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type MailPreferences,
  type MailTopic,
  useChangeMailPreferences,
  useMailPreferences,
} from '../../api/account/mail-preferences.ts'
import { useProblemText } from '../../ui/feedback/problem-text.ts'
import { Section } from '../../ui/layout/section.tsx'
import { commonWords } from '../../words/common.ts'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { settingsWords } from './words.ts'

const TOPICS: readonly MailTopic[] = ['moneyIn', 'disputes', 'failedCashouts', 'webhooksSwitchedOff']

/** Nothing for who only looks, such as support: no mail is written to them. */
export function MailSection() {
  const { data } = useMailPreferences()
  return data === undefined ? null : <Topics preferences={data} />
}

function Topics({ preferences }: { preferences: MailPreferences }) {
  const t = useWords(settingsWords)
  const common = useWords(commonWords)
  const problemText = useProblemText()
  const { language } = useLanguage()
  const { mutate, isPending } = useChangeMailPreferences()
  const change = (topic: MailTopic, isOn: boolean) =>
    mutate(
      { [topic]: isOn, language: language === 'en' ? 'en' : 'pt-BR' },
      {
        onSuccess: () => notifications.show({ message: t('mail.kept') }),
        onError: error =>
          notifications.show({ color: 'red', title: common('problems.title'), message: problemText(error) }),
      },
    )
  return (
    <Section title={t('mail.title')}>
      <Stack gap="md">
        <Text c="dimmed">{t('mail.text')}</Text>
        {TOPICS.map(topic => (
          <Switch
            key={topic}
            label={t(`mail.${topic}`)}
            description={t(`mail.${topic}Help`)}
            checked={preferences[topic]}
            disabled={isPending}
            onChange={event => change(topic, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Section>
  )
}
