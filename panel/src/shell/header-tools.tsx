// Language, appearance and the person, at the end of the header.
import { Group } from '@mantine/core'
import { LanguageMenu, SchemeMenu } from './look-menus.tsx'
import { PersonMenu } from './person-menu.tsx'

export function HeaderTools() {
  return (
    <Group gap={6} wrap="nowrap">
      <LanguageMenu />
      <SchemeMenu />
      <PersonMenu />
    </Group>
  )
}
