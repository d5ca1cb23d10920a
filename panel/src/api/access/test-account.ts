// The test account beside a live one. In a file of its own: only the switch needs it, which few have.
import { useMutation } from '@tanstack/react-query'
import { call } from '../call.ts'

/** Opens the test account of the account that is on the screen. */
export const useOpenTestAccount = () =>
  useMutation({ mutationFn: () => call<{ accountId: number }>('POST', '/api/account/test', { body: {} }) })
