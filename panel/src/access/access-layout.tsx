// The look of the pages before the panel: the form, and beside it, where there is room, the gate.
import { Box, Group, Text } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Brand } from '../shell/brand.tsx'
import { useWords } from '../words/words.ts'
import classes from './access.module.css'
import { Gate } from './gate.tsx'
import { LanguageSelect, SchemeSelect } from './look-selects.tsx'
import { accessWords } from './words.ts'

export function AccessLayout() {
  const t = useWords(accessWords)
  return (
    <div className={classes.page}>
      <aside className={classes.scene}>
        <Brand size={34} />
        <Gate />
        <div>
          <Text className={classes.promise}>{t('promise')}</Text>
          <Text className={classes.more}>{t('promiseMore')}</Text>
        </div>
      </aside>
      <div className={classes.side}>
        <Group gap={4} className={classes.tools}>
          <Box hiddenFrom="md" mr="auto">
            <Brand background="page" />
          </Box>
          <LanguageSelect />
          <SchemeSelect />
        </Group>
        <main className={classes.form}>
          <Outlet />
        </main>
      </div>
    </div>
  )
}
