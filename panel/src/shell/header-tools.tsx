// The search, language, appearance and the person, at the end of the header.
import { Group } from '@mantine/core'
import { SearchOpener } from '../search/opener.tsx'
import { LazyTestSwitch } from './lazy-test-switch.tsx'
import { LanguageMenu, SchemeMenu } from './look-menus.tsx'
import { PersonMenu } from './person-menu.tsx'

export function HeaderTools() {
  return (
    <Group gap={6} wrap="nowrap">
      <LazyTestSwitch />
      <SearchOpener />
      <LanguageMenu />
      <SchemeMenu />
      <PersonMenu />
    </Group>
  )
}
