// How the account looks to buyers at the hosted checkout.
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { LookTexts } from '#checkout/look/look.ts'
import type { lookForm } from '#checkout/look/wire.ts'
import type { LinkBody } from '#checkout/wire.ts'
import { call } from '../call.ts'
import { queryClient } from '../query-client.ts'

export type Look = ReturnType<typeof lookForm>
export type { LookTexts }

const PATH = '/api/account/look'
const LOGO = '/api/account/look/logo'

const lookQuery = queryOptions({
  queryKey: ['look'],
  queryFn: ({ signal }) => call<Look>('GET', PATH, { signal }),
})

export const useLook = () => useQuery(lookQuery)

const onSuccess = (look: Look) => queryClient.setQueryData(lookQuery.queryKey, look)

export const useChangeLook = () =>
  useMutation({ mutationFn: (body: LookTexts) => call<Look>('PUT', PATH, { body }), onSuccess })

/** The file in base64. */
export const useChangeLogo = () =>
  useMutation({ mutationFn: (image: string) => call<Look>('PUT', LOGO, { body: { image } }), onSuccess })

/** What is typed and not saved: of a look, or of a link. */
export interface PreviewBody {
  link?: LinkBody
  look?: LookTexts
}

/** The address of the real pages with it, for ten minutes. */
export const useMakePreview = () =>
  useMutation({
    mutationFn: (body: PreviewBody) =>
      call<{ url: string; expiresAt: string }>('POST', '/api/account/checkouts/preview', { body }),
  })

export const useRemoveLogo = () => useMutation({ mutationFn: () => call<Look>('DELETE', LOGO), onSuccess })
