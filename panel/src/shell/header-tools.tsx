// The search, language, appearance and the person, at the end of the header.
import { Group } from '@mantine/core'
import { SearchOpener } from '../search/opener.tsx'
import { LanguageMenu, SchemeMenu } from './look-menus.tsx'
import { PersonMenu } from './person-menu.tsx'
import { TestSwitch } from './test-switch.tsx'

export function HeaderTools() {
  return (
    <Group gap={6} wrap="nowrap">
      <TestSwitch />
      <SearchOpener />
      <LanguageMenu />
      <SchemeMenu />
      <PersonMenu />
    </Group>
  )
}
