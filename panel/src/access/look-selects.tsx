// The language and the appearance on the pages before the panel: the browser's own lists, which cost these pages nothing to load.
import { useMantineColorScheme } from '@mantine/core'
import { IconLanguage, IconSunMoon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { shellWords } from '../shell/words.ts'
import { LANGUAGES } from '../words/language.ts'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import classes from './access.module.css'

export function LanguageSelect() {
  const t = useWords(shellWords)
  const { language, choose } = useLanguage()
  return (
    <LookSelect
      icon={<IconLanguage size={19} stroke={1.7} aria-hidden />}
      label={t('language.label')}
      value={language}
      options={LANGUAGES.map(one => ({ value: one, name: t(`language.${one}`), lang: one === 'pt' ? 'pt-BR' : 'en' }))}
      onChoose={choose}
    />
  )
}

const SCHEMES = ['light', 'dark', 'auto'] as const

export function SchemeSelect() {
  const t = useWords(shellWords)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <LookSelect
      icon={<IconSunMoon size={19} stroke={1.7} aria-hidden />}
      label={t('scheme.label')}
      value={colorScheme}
      options={SCHEMES.map(one => ({ value: one, name: t(`scheme.${one}`) }))}
      onChoose={setColorScheme}
    />
  )
}

interface LookSelectProps<T extends string> {
  icon: ReactNode
  label: string
  value: T
  options: { value: T; name: string; lang?: string }[]
  onChoose: (value: T) => void
}

function LookSelect<T extends string>({ icon, label, value, options, onChoose }: LookSelectProps<T>) {
  const choose = (written: string) => {
    const found = options.find(one => one.value === written)
    if (found !== undefined) onChoose(found.value)
  }
  return (
    <label className={classes.look}>
      {icon}
      <span className="only-heard">{label}</span>
      <select value={value} onChange={event => choose(event.currentTarget.value)}>
        {options.map(one => (
          <option key={one.value} value={one.value} lang={one.lang}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  )
}
