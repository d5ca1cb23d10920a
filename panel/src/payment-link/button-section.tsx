// The button for a page of the seller's own, as it is pasted there.
import { Text } from '@mantine/core'
import type { PaymentLink } from '../api/money/payment-links.ts'
import { Code, Section } from '../ui/layout/section.tsx'
import { CopyButton } from '../ui/values/copy-button.tsx'
import { useWords } from '../words/words.ts'
import { linkWords } from './words.ts'

export function ButtonSection({ link: { slug, url } }: { link: PaymentLink }) {
  const t = useWords(linkWords)
  const { origin } = new URL(url)
  const snippet = `<a href="${url}">${t('button.pay')}</a>\n<script src="${origin}/botao.js" data-link="${slug}" async></script>`
  return (
    <Section title={t('button.title')} aside={<CopyButton value={snippet} label={t('button.copy')} />}>
      <Code>{snippet}</Code>
      <Text size="sm" c="dimmed" mt="sm">
        {t('button.text')}
      </Text>
    </Section>
  )
}
