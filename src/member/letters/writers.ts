// Writes the mails of this folder, moments before they go out: what they say is what is true then, and their tokens exist
// nowhere else. What nobody wants any more is not written.
import type { Auth } from '#access/auth.ts'
import { letConfirm } from '#access/second-factor/confirmation-store.ts'
import { signUpTokenOf } from '#access/sign-up/sign-up.ts'
import { findSignUp, isConfirmed } from '#access/sign-up/store.ts'
import { nameOfAccount } from '#db/account/accounts-named.ts'
import { type AuthSecrets, mintedToken } from '#kernel/crypto/auth-secrets.ts'
import { hashToken } from '#kernel/crypto/token-hash.ts'
import type { Language } from '#kernel/language.ts'
import { mailedName } from '#kernel/plain-name.ts'
import type { FactorMail, Whence } from '#mail/mail.ts'
import type { Writers } from '#mail/outbox.ts'
import type { MembersDeps } from '../feature.ts'
import { linkOf, statusOf } from '../invitation/invitation.ts'
import { findInvitation, nameOfPerson } from '../invitation/store.ts'
import { operatorLetter } from '../operator/letter.ts'
import { accountWriters } from './account-writers.ts'
import { cardsOffLetter } from './cards-off.ts'
import { changedLetter, invitationLetter, resetLetter } from './letters.ts'
import { addressKnownLetter, confirmAddressLetter, factorLetter, sessionLetter } from './login.ts'
import { ruleLetter } from './payout-rules.ts'
import { teamLetter } from './team.ts'

const TOKEN_BYTES = 32

export function openWriters(
  deps: Pick<MembersDeps, 'db' | 'clock' | 'random'> &
    AuthSecrets & { auth: Pick<Auth, 'letReset'>; panelUrl: () => string },
): Writers {
  const { db, clock, random, auth, panelUrl, ...secrets } = deps
  const resetUrl = () => `${panelUrl()}/esqueci-a-senha`
  /** A factor that is gone already is announced all the same: the person who made it has removed it. */
  const factor = async (language: Language, { name, factor, factorId }: FactorMail, whence: Whence | null) => {
    const token = random(TOKEN_BYTES).toString('base64url')
    const canConfirm = await letConfirm(db, { factor, factorId }, hashToken(token))
    if (!canConfirm && whence === null) return null
    const url = canConfirm ? `${panelUrl()}/confirmar?token=${token}` : null
    return factorLetter(language, { name: mailedName(name), factor, whence, url, resetUrl: resetUrl() })
  }
  return {
    async invitation({ detail: { uuid, version }, language }) {
      const invitation = await findInvitation(db, uuid)
      const isStillOpen = invitation?.version === version && statusOf(invitation, clock()) === 'OPEN'
      if (invitation === null || !isStillOpen) return null
      const isForMember = invitation.kind === 'MEMBER'
      return invitationLetter(language, {
        inviter: isForMember ? mailedName((await nameOfPerson(db, invitation.invitedBy)) ?? '') || null : null,
        account: isForMember ? mailedName(await nameOfAccount(db, invitation.accountId)) : null,
        role: invitation.role,
        url: linkOf(panelUrl(), secrets, invitation),
      })
    },
    async 'password-reset'({ recipient, language, expiresAt }) {
      const token = random(TOKEN_BYTES).toString('base64url')
      const person = await auth.letReset(recipient, token, expiresAt)
      if (person === null) return null
      return resetLetter(language, { name: mailedName(person.name), url: `${panelUrl()}/nova-senha?token=${token}` })
    },
    'password-changed': async ({ detail, language }) =>
      changedLetter(language, { ...detail, name: mailedName(detail.name) }),
    'rule-change': async ({ detail: { account, by, aloneFrom }, language }) =>
      ruleLetter(language, {
        account: mailedName(account),
        by: by && mailedName(by),
        aloneFrom,
        url: `${panelUrl()}/saques/regras`,
      }),
    'cards-off': async ({ detail, language }) =>
      cardsOffLetter(language, {
        ...detail,
        account: mailedName(detail.account),
        url: `${panelUrl()}/configuracoes`,
      }),
    'team-change': async ({ detail, language }) =>
      teamLetter(language, {
        ...detail,
        account: mailedName(detail.account),
        by: detail.by && mailedName(detail.by),
        url: `${panelUrl()}/equipe`,
      }),
    'operator-change': async ({ detail, language }) =>
      operatorLetter(language, {
        ...detail,
        name: mailedName(detail.name),
        by: detail.by && mailedName(detail.by),
        url: `${panelUrl()}/operacao/operadores`,
      }),
    ...accountWriters({ db, panelUrl }),
    async 'address-confirmation'({ detail: { id }, recipient, language }) {
      if (await isConfirmed(db, recipient)) return addressKnownLetter(language, { url: `${panelUrl()}/entrar` })
      const signUp = await findSignUp(db, { id })
      if (signUp === null) return null
      const token = mintedToken(secrets, secret => signUpTokenOf(secret, id), signUp.tokenHash)
      return confirmAddressLetter(language, { url: `${panelUrl()}/confirmar-email?token=${token}` })
    },
    'factor-added': ({ detail, language }) => factor(language, detail, detail),
    'factor-confirmation': ({ detail, language }) => factor(language, detail, null),
    'session-opened': async ({ detail, language }) =>
      sessionLetter(language, mailedName(detail.name), detail, resetUrl()),
  }
}
