// Signing in and up. `to` is the address that the person wanted, `why` the reason for the sign-in.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { guestRoute, openRoute } from '../roots.tsx'
import { defined, oneOf, type RawSearch, textIn } from '../ui/filters/search.ts'

const wish = (raw: RawSearch) => defined({ to: textIn(raw, 'to'), why: oneOf(raw, 'why', ['ended']) })

export const signInRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: '/entrar',
  validateSearch: wish,
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
})

export const signUpRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: '/criar-conta',
  validateSearch: wish,
  component: lazyRouteComponent(() => import('./sign-up/sign-up-page.tsx'), 'SignUpPage'),
})

export const forgotRoute = createRoute({
  getParentRoute: () => guestRoute,
  path: '/esqueci-a-senha',
  component: lazyRouteComponent(() => import('./password/forgot-page.tsx'), 'ForgotPage'),
})

/** The targets of the links in mails about passwords and invitations. */
const newPasswordRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/nova-senha',
  validateSearch: (raw: RawSearch) => defined({ token: textIn(raw, 'token') }),
  component: lazyRouteComponent(() => import('./password/new-password-page.tsx'), 'NewPasswordPage'),
})

const invitationRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/convite/$token',
  component: lazyRouteComponent(() => import('./invitation/invitation-page.tsx'), 'InvitationPage'),
})

const confirmEmailRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/confirmar-email',
  validateSearch: (raw: RawSearch) => defined({ token: textIn(raw, 'token') }),
  component: lazyRouteComponent(() => import('./sign-up/confirm-email-page.tsx'), 'ConfirmEmailPage'),
})

const confirmFactorRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/confirmar',
  validateSearch: (raw: RawSearch) => defined({ token: textIn(raw, 'token') }),
  component: lazyRouteComponent(() => import('./sign-up/confirm-factor-page.tsx'), 'ConfirmFactorPage'),
})

export const letterRoutes = [newPasswordRoute, invitationRoute, confirmEmailRoute, confirmFactorRoute]
