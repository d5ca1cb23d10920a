// What came of a link.
import type { PaymentLink } from '../api/money/payment-links.ts'
import { Facts, Section } from '../ui/layout/section.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'
import { useConversionText, useSoldText } from './link-status.tsx'
import { linkWords } from './words.ts'

export function ResultSection({ link }: { link: PaymentLink }) {
  const t = useWords(linkWords)
  const [sold, conversion] = [useSoldText(), useConversionText()]
  return (
    <Section title={t('one.figures')}>
      <Facts
        facts={[
          { name: t('one.opened'), value: link.opened },
          { name: t('one.sold'), value: sold(link) },
          link.reserved > 0 ? { name: t('one.reserved'), value: link.reserved } : null,
          { name: t('one.conversion'), value: conversion(link) },
        ]}
      />
      {link.opened > 0 && (
        <LinkAnchor to="/carrinhos" search={{ checkout: link.uuid }} underline="always" mt="sm" display="inline-block">
          {t('one.carts')}
        </LinkAnchor>
      )}
    </Section>
  )
}
