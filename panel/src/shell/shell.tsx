// The frame around every screen of signed-in people: menu, header, and the main part, which a skip link leads to.
import { AppShell, Burger, Drawer, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useAccount } from '../api/access/session.ts'
import { SupportBanner } from '../support/banner.tsx'
import { useWords } from '../words/words.ts'
import { Brand } from './brand.tsx'
import { HeaderTools } from './header-tools.tsx'
import { Live, LiveSign } from './live.tsx'
import { Menu } from './menu.tsx'
import classes from './shell.module.css'
import { TEST_BAND_HEIGHT, TestBand, TestOnPaper, useIsTest } from './test-band.tsx'
import { shellWords } from './words.ts'

const MAIN = 'conteudo'

const StandingNote = lazy(() => import('./standing-note.tsx').then(({ StandingNote: note }) => ({ default: note })))

export function Shell() {
  const t = useWords(shellWords)
  const [isMenuOpen, menu] = useDisclosure(false)
  const { pathname } = useLocation()
  const isTest = useIsTest()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has gone somewhere has chosen
  useEffect(menu.close, [pathname])
  return (
    <>
      <Live />
      <a href={`#${MAIN}`} className={classes.skip}>
        {t('skip')}
      </a>
      <AppShell
        layout="alt"
        header={{ height: 60 }}
        {...(isTest && { footer: { height: TEST_BAND_HEIGHT } })}
        navbar={{ width: 244, breakpoint: 'md', collapsed: { mobile: true } }}
        padding={{ base: 'md', md: 'xl' }}
      >
        <AppShell.Header className={classes.header} withBorder={false}>
          <Group h="100%" px={{ base: 'sm', md: 'xl' }} justify="space-between" wrap="nowrap">
            <Group gap="xs" hiddenFrom="md" wrap="nowrap">
              <Burger opened={isMenuOpen} onClick={menu.toggle} aria-label={t('menu')} size="sm" color="#f6f3ea" />
              <div className={classes.small}>
                <Brand />
              </div>
            </Group>
            <LiveSign />
            <HeaderTools />
          </Group>
        </AppShell.Header>
        <AppShell.Navbar className={classes.navbar} withBorder={false} visibleFrom="md">
          <div className={classes.brand}>
            <Brand />
          </div>
          <Menu />
        </AppShell.Navbar>
        <AppShell.Main className={classes.main} id={MAIN} tabIndex={-1}>
          <div className={classes.column}>
            {isTest && <TestOnPaper />}
            <SupportBanner />
            <Standing />
            <Outlet />
          </div>
        </AppShell.Main>
        {isTest && (
          <AppShell.Footer withBorder={false}>
            <TestBand />
          </AppShell.Footer>
        )}
      </AppShell>
      <Drawer
        opened={isMenuOpen}
        onClose={menu.close}
        size={280}
        title={<Brand />}
        closeButtonProps={{ 'aria-label': t('menu') }}
        classNames={{
          content: classes.drawer,
          header: classes.drawer,
          body: classes.drawerBody,
          close: classes.close,
        }}
        hiddenFrom="md"
      >
        <Menu />
      </Drawer>
    </>
  )
}

/** Of an account that may not work yet, or no more. */
function Standing() {
  const { data: account } = useAccount()
  if (account === undefined || account === null || account.status === 'ACTIVE') return null
  return (
    <Suspense>
      <StandingNote status={account.status} />
    </Suspense>
  )
}
