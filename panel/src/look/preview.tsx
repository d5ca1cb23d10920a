// A drawing of the page that buyers see, on a phone and at a desk, and the way to the real one.
import { Stack, Text } from '@mantine/core'
import { textColourOn } from '#kernel/brand-colour.ts'
import { useAccount } from '../api/access/session.ts'
import type { Look } from '../api/account/look.ts'
import { useLinks } from '../api/money/payment-links.ts'
import { GATEWAY_NAME } from '../ui/brand/gateway-name.ts'
import { Section } from '../ui/layout/section.tsx'
import { useWords } from '../words/words.ts'
import { colourOf, type LookDraft, textsOf } from './draft.ts'
import classes from './preview.module.css'
import { PreviewButton } from './preview-button.tsx'
import sketch from './sketch.module.css'
import { lookWords } from './words.ts'

interface Drawn {
  name: string
  color: string | null
  logo: Look['logo']
}

export function Preview({ draft, logo }: { draft: LookDraft; logo: Look['logo'] }) {
  const t = useWords(lookWords)
  const { data: account } = useAccount()
  const drawn = { name: draft.name.trim() || (account?.name ?? ''), color: colourOf(draft), logo }
  return (
    <Section title={t('preview.title')}>
      <Stack gap="md">
        <Text size="sm" fw={600}>
          {t('preview.phone')}
        </Text>
        <Drawing drawn={drawn} className={classes.phone} />
        <Text size="sm" fw={600}>
          {t('preview.desk')}
        </Text>
        <Drawing drawn={drawn} className={classes.desk} />
        <Text size="sm" c="dimmed">
          {t('preview.note')}
        </Text>
        <PreviewButton bodyOf={() => ({ look: textsOf(draft) })} otherwise={<RealPage />} />
      </Stack>
    </Section>
  )
}

function Drawing({ drawn: { name, color, logo }, className }: { drawn: Drawn; className: string | undefined }) {
  const t = useWords(lookWords)
  const style = color === null ? {} : { background: color, color: textColourOn(color) ?? undefined }
  return (
    <div className={`${sketch.page} ${className}`} role="img" aria-label={t('preview.drawing', { name })}>
      <div className={classes.top}>
        {logo === null ? (
          <span className={classes.name}>{name}</span>
        ) : (
          <img src={logo.url} alt="" width={logo.width} height={logo.height} className={classes.logo} />
        )}
        <span className={classes.quiet}>{t('preview.by', { gateway: GATEWAY_NAME })}</span>
      </div>
      <div className={classes.columns}>
        <div className={classes.card}>{t('preview.item')}</div>
        <div className={classes.task}>
          <div className={classes.card}>{t('preview.contact')}</div>
          <div className={sketch.pay} style={style}>
            {t('preview.pay')}
          </div>
        </div>
      </div>
    </div>
  )
}

/** The newest link that can still be opened. */
function RealPage() {
  const t = useWords(lookWords)
  const { data: links } = useLinks({ status: 'ACTIVE', limit: 1 })
  const link = links?.data[0]
  if (link === undefined) return null
  return (
    <a href={link.url} target="_blank" rel="noopener noreferrer">
      {t('preview.openLink')}
    </a>
  )
}
