// The language and the appearance, for people who are signed in. The pages before the panel have lighter ones (access/look-selects.tsx).
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconLanguage, IconMoon, IconSun, IconSunMoon } from '@tabler/icons-react'
import { LANGUAGES } from '../words/language.ts'
import { useLanguage } from '../words/use-language.ts'
import { useWords } from '../words/words.ts'
import classes from './shell.module.css'
import { shellWords } from './words.ts'

const Chosen = () => <IconCheck size={16} aria-hidden />

export function LanguageMenu() {
  const t = useWords(shellWords)
  const { language, choose } = useLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="transparent" size="lg" aria-label={t('language.label')} className={classes.tool}>
          <IconLanguage size={21} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map(one => (
          <Menu.Item
            key={one}
            lang={one === 'pt' ? 'pt-BR' : 'en'}
            onClick={() => choose(one)}
            rightSection={one === language && <Chosen />}
            aria-current={one === language}
          >
            {t(`language.${one}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const SCHEMES = { light: IconSun, dark: IconMoon, auto: IconSunMoon } as const
const SCHEME_NAMES = ['light', 'dark', 'auto'] as const

export function SchemeMenu() {
  const t = useWords(shellWords)
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Now = SCHEMES[colorScheme]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="transparent" size="lg" aria-label={t('scheme.label')} className={classes.tool}>
          <Now size={21} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {SCHEME_NAMES.map(name => {
          const Icon = SCHEMES[name]
          return (
            <Menu.Item
              key={name}
              leftSection={<Icon size={18} stroke={1.7} />}
              onClick={() => setColorScheme(name)}
              rightSection={name === colorScheme && <Chosen />}
              aria-current={name === colorScheme}
            >
              {t(`scheme.${name}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
