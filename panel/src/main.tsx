// The panel's start: its providers, and nothing else.
import './mantine.css'
import './theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { listenToCalls } from './api/call.ts'
import { queryClient } from './api/query-client.ts'
import { pageNonce } from './page-nonce.ts'
import { router } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import './stale-build.ts'
import { Notices } from './ui/feedback/notices.tsx'
import { OutOfReach } from './ui/feedback/out-of-reach.tsx'
import { requestSecondFactor, SecondFactor } from './ui/step-up/second-factor.tsx'

listenToCalls({
  signedOut: () => location.assign(`/entrar?why=ended&to=${encodeURIComponent(location.pathname + location.search)}`),
  secondFactor: requestSecondFactor,
})

const place = document.getElementById('panel')
if (place === null) throw new Error('the page has no place for the panel')

createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => pageNonce}
    >
      <Notices />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SecondFactor />
        <OutOfReach />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
