// The mails that the signed-in person wants about the chosen account.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MailPreferencesForm } from '#member/mail-preferences/wire.ts'
import { call } from '../call.ts'

export type MailPreferences = MailPreferencesForm
export type MailTopic = Exclude<keyof MailPreferences, 'language'>

const mailPreferencesKey = ['mail-preferences'] as const
const path = '/api/mail-preferences'

export const useMailPreferences = () =>
  useQuery({
    queryKey: mailPreferencesKey,
    queryFn: ({ signal }) => call<MailPreferences>('GET', path, { signal }),
  })

export function useChangeMailPreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<MailPreferences>) => call<MailPreferences>('PATCH', path, { body }),
    onSuccess: after => client.setQueryData(mailPreferencesKey, after),
  })
}
