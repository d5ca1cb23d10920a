// How Porteira looks: the green of a farm's gate at dusk, the ochre of its lamp, and warm greys. Every pair of text and ground
// in it has a contrast of at least 4.5 to 1, in light and dark.
import { Alert, type CSSVariablesResolver, createTheme, type MantineColorsTuple, Notification } from '@mantine/core'
import { commonWords } from './words/common.ts'
import { wordsNow } from './words/words.ts'

const mata: MantineColorsTuple = [
  '#eef8f2',
  '#d8efe2',
  '#aedcc4',
  '#80c7a3',
  '#57b085',
  '#35966a',
  '#217a54',
  '#186343',
  '#134f36',
  '#0f3327',
]
const ocre: MantineColorsTuple = [
  '#fff7e3',
  '#fdecc0',
  '#f9da8b',
  '#f2c14e',
  '#e3a727',
  '#c1850f',
  '#96650a',
  '#7a5109',
  '#60400a',
  '#48300a',
]
const gray: MantineColorsTuple = [
  '#faf9f6',
  '#f3f1ec',
  '#e8e5de',
  '#d9d5cc',
  '#bfbab0',
  '#948f85',
  '#6d6a62',
  '#504e48',
  '#363531',
  '#21201d',
]
const dark: MantineColorsTuple = [
  '#dfe6e1',
  '#b9c4bd',
  '#94a29a',
  '#6f7f76',
  '#3f4e46',
  '#2f3b35',
  '#222c27',
  '#19211d',
  '#131a16',
  '#0d120f',
]

/** Named for screen readers, in the language that is in use when it is shown. */
function closing() {
  return {
    get 'aria-label'() {
      return wordsNow(commonWords)('actions.close')
    },
  }
}

export const theme = createTheme({
  colors: { mata, ocre, gray, dark },
  primaryColor: 'mata',
  primaryShade: { light: 7, dark: 6 },
  black: '#1d241f',
  fontFamily:
    "'Inter Variable', Inter, ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Open Sans', sans-serif",
  headings: { fontWeight: '650', textWrap: 'balance' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Alert: Alert.extend({ classNames: (_theme, { color }) => (color === 'red' ? { root: 'trouble' } : {}) }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: closing() } }),
  },
  breakpoints: { xs: '24em', sm: '40em', md: '62em', lg: '75em', xl: '88em' },
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#faf9f6',
    '--mantine-color-dimmed': '#5f5d55',
    '--mantine-color-placeholder': '#6d6a62',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#186343',
    '--panel-card': '#ffffff',
    '--panel-line': '#e8e5de',
  },
  dark: {
    '--mantine-color-body': '#131a16',
    '--mantine-color-dimmed': '#a3b0a8',
    '--mantine-color-placeholder': '#94a29a',
    '--mantine-color-error': '#ff8f85',
    '--mantine-color-anchor': '#80c7a3',
    '--panel-card': '#19211d',
    '--panel-line': '#2f3b35',
  },
})
