// The link from a page to its section of the guides, in the language of the panel and in a new tab: unsaved input stays.
import { Anchor } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { commonWords } from '../../words/common.ts'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import classes from './guide-link.module.css'
import { guideOf } from './guide-map.ts'

export function GuideLink() {
  const t = useWords(commonWords)
  const { language } = useLanguage()
  const path = useMatches({ select: matches => matches.at(-1)?.fullPath ?? '' })
  const part = guideOf(path.length > 1 ? path.replace(/\/$/, '') : path)
  if (part === null) return null
  return (
    <Anchor
      href={`/docs/${language}/${part}`}
      target="_blank"
      rel="noopener"
      className={classes.link ?? ''}
      title={t('guide.title')}
      aria-label={t('guide.title')}
    >
      <IconBook2 size={18} stroke={1.7} aria-hidden />
      <span>{t('guide.label')}</span>
    </Anchor>
  )
}
