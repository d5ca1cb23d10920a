// How a person signs in: second factors, passkeys, sessions and the password.
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../call.ts'
import { queryClient } from '../query-client.ts'
import type { StepUpMethod } from './step-up.ts'

export interface Passkey {
  id: string
  name: string | null
  backedUp: boolean
  createdAt: string | null
  /** By the mailbox. */
  isConfirmed: boolean
}

export interface Factors {
  totp: boolean
  isTotpConfirmed: boolean
  /** The gateway sends mail. */
  canConfirm: boolean
  recoveryCodesLeft: number | null
  passkeys: Passkey[]
  /** Why no passkey can be made or used at this address; null: they can. */
  passkeysRefused: string | null
  methods: StepUpMethod[]
}

export interface OpenSession {
  id: string
  browser: string | null
  system: string | null
  address: string | null
  createdAt: string
  lastSeenAt: string
  current: boolean
}

interface Ended {
  endedSessions: number
}

const securityKey = ['security'] as const
/** Not awaited: a message that appears together with the new list would no longer announce that it was done. */
const again = () => void queryClient.invalidateQueries({ queryKey: securityKey })

export const useFactors = () =>
  useQuery({
    queryKey: [...securityKey, 'factors'],
    queryFn: ({ signal }) => call<Factors>('GET', '/api/auth/second-factor', { signal }),
  })

export interface BegunApp {
  totpURI: string
  backupCodes: string[]
}

export const useBeginApp = () =>
  useMutation({
    mutationFn: (password: string) => call<BegunApp>('POST', '/api/auth/two-factor/enable', { body: { password } }),
  })

/** The first code of the app that was begun with. */
export const useTurnAppOn = () =>
  useMutation({
    mutationFn: (code: string) => call<Partial<Ended>>('POST', '/api/auth/two-factor/verify-totp', { body: { code } }),
    onSuccess: again,
  })

export const useTurnAppOff = () =>
  useMutation({
    mutationFn: (password: string) => call<Ended>('POST', '/api/auth/two-factor/disable', { body: { password } }),
    onSuccess: again,
  })

export const useNewRecoveryCodes = () =>
  useMutation({
    mutationFn: (password: string) =>
      call<{ backupCodes: string[] }>('POST', '/api/auth/two-factor/generate-backup-codes', { body: { password } }),
    onSuccess: again,
  })

/** null: the person closed the dialog of their device. */
export const useAddPasskey = () =>
  useMutation({
    mutationFn: async (name: string) => {
      const path = '/api/auth/passkey/generate-register-options'
      const options = await call<PublicKeyCredentialCreationOptionsJSON>('GET', path)
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const made = await navigator.credentials.create({ publicKey }).catch(declined)
      if (!(made instanceof PublicKeyCredential)) return null
      const body = { response: made.toJSON(), ...(name !== '' && { name }) }
      return call<{ name: string; otherSessions: number }>('POST', '/api/auth/passkey/verify-registration', { body })
    },
    onSuccess: again,
  })

function declined(error: unknown): null {
  if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
  throw error
}

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: (body: { id: string; name: string }) =>
      call<Passkey>('POST', '/api/auth/passkey/update-passkey', { body }),
    onSuccess: again,
  })

export const useRemovePasskey = () =>
  useMutation({
    mutationFn: (id: string) => call<Ended>('POST', '/api/auth/passkey/delete-passkey', { body: { id } }),
    onSuccess: again,
  })

/** null: the app. */
export const useSendConfirmation = () =>
  useMutation({
    mutationFn: (passkeyId: string | null) =>
      call<unknown>('POST', '/api/auth/second-factor/send-confirmation', {
        body: { ...(passkeyId !== null && { passkeyId }) },
      }),
  })

export const useSessions = () =>
  useQuery({
    queryKey: [...securityKey, 'sessions'],
    queryFn: ({ signal }) => call<{ data: OpenSession[] }>('GET', '/api/auth/sessions', { signal }),
  })

export const useEndSession = () =>
  useMutation({ mutationFn: (id: string) => call<void>('DELETE', `/api/auth/sessions/${id}`), onSuccess: again })

export const useEndOthers = () =>
  useMutation({ mutationFn: () => call<Ended>('POST', '/api/auth/sessions/end-others'), onSuccess: again })

export interface PasswordChange {
  currentPassword: string
  newPassword: string
}

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: PasswordChange) => call<Ended>('POST', '/api/auth/change-password', { body }),
    onSuccess: again,
  })
