// The corner of the notices, with a labelled button to close each.
import '@mantine/notifications/styles.css'
import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { commonWords } from '../../words/common.ts'
import { useWords } from '../../words/words.ts'

export function NoticeCorner() {
  const t = useWords(commonWords)
  const closeButtonProps = { 'aria-label': t('actions.close') }
  return (
    <MantineThemeProvider theme={{ components: { Notification: { defaultProps: { closeButtonProps } } } }}>
      <Notifications position="top-right" />
    </MantineThemeProvider>
  )
}
