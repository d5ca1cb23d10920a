// The name of an API key by its id. Keys beyond the first page are shown as old ones.
import { useCredentials } from '../../api/account/credentials.ts'
import { useWords } from '../../words/words.ts'
import { requestWords } from './request-words.ts'

export function useKeyName(): (id: string) => string {
  const t = useWords(requestWords)
  const keys = useCredentials(undefined).data?.data
  return id => (keys === undefined ? '…' : (keys.find(key => key.id === id)?.name ?? t('noKey')))
}
