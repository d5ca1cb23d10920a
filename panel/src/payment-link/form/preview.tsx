// A sketch of the page that the buyer sees, while the link is written.
import { Text } from '@mantine/core'
import { useAccount } from '../../api/access/session.ts'
import { PreviewButton } from '../../look/preview-button.tsx'
import sketch from '../../look/sketch.module.css'
import { Section } from '../../ui/layout/section.tsx'
import { Money, moneyText } from '../../ui/values/money.tsx'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { bodyOf, firstQuantityOf, type LinkDraft, totalOf } from './draft.ts'
import { linkFormWords } from './form-words.ts'
import classes from './preview.module.css'

interface PreviewProps {
  draft: LinkDraft
  /** Marks what has to be mended before there is anything to be seen. */
  isValid: () => boolean
}

export function Preview({ draft, isValid }: PreviewProps) {
  const t = useWords(linkFormWords)
  const { locale } = useLanguage()
  const { data: account } = useAccount()
  const total = totalOf(draft)
  const asksAddress = draft.askAddress || (draft.kind === 'FIXED' && draft.items.some(item => item.tangible))
  const amount = moneyText(Math.max(total ?? 0, 0), locale)
  return (
    <Section title={t('preview.title')}>
      <div className={sketch.page}>
        <Text size="sm" c="dimmed">
          {t('preview.by', { name: account?.name ?? '' })}
        </Text>
        <Text fw={650} fz="lg" className={classes.title}>
          {draft.title.trim() || t('preview.untitled')}
        </Text>
        {draft.kind === 'OPEN' ? <Field name={t('preview.amount')} /> : <Lines draft={draft} />}
        <Field name={t('preview.contact')} />
        {draft.askDocument && <Field name={t('preview.document')} />}
        {asksAddress && <Field name={t('preview.delivery')} />}
        <div className={sketch.pay}>{total === null ? t('preview.payOpen') : t('preview.pay', { amount })}</div>
      </div>
      <Text size="sm" c="dimmed" my="sm">
        {t('preview.note')}
      </Text>
      <PreviewButton bodyOf={() => (isValid() ? { link: bodyOf(draft, account?.soldMethods ?? []) } : null)} />
    </Section>
  )
}

const Field = ({ name }: { name: string }) => <div className={classes.field}>{name}</div>

function Lines({ draft }: { draft: LinkDraft }) {
  const t = useWords(linkFormWords)
  const { items, shippingAmount, discountAmount } = draft
  return (
    <dl className={classes.lines}>
      {items.map((item, n) => {
        const count = firstQuantityOf(item) ?? 1
        const title = item.title.trim() || draft.title.trim() || t('preview.untitled')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
          <Line key={n} name={count === 1 ? title : `${count} × ${title}`} amount={(item.unitPrice ?? 0) * count} />
        )
      })}
      {shippingAmount !== null && <Line name={t('preview.shipping')} amount={shippingAmount} />}
      {discountAmount !== null && <Line name={t('preview.discount')} amount={-discountAmount} />}
      <Line name={t('preview.total')} amount={totalOf(draft) ?? 0} isSum />
    </dl>
  )
}

const Line = ({ name, amount, isSum = false }: { name: string; amount: number; isSum?: boolean }) => (
  <div className={classes.line} data-sum={isSum}>
    <dt>{name}</dt>
    <dd>
      <Money centavos={amount} />
    </dd>
  </div>
)
