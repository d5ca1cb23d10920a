// A search for an X-Request-Id leads to the request log, for those who may read it; the operator is led to the account.
import { Text } from '@mantine/core'
import { useFoundRequest, useRequests } from '../api/account/requests.ts'
import type { SearchScope } from '../api/money/search.ts'
import { isRequestId } from '../integrations/requests/question.ts'
import { requestWords } from '../integrations/requests/request-words.ts'
import { IfMay } from '../ui/layout/if-may.tsx'
import { LinkAnchor } from '../ui/navigation/links.tsx'
import { useWords } from '../words/words.ts'

interface FoundRequestProps {
  text: string
  scope: SearchScope
  onPick: () => void
}

export function FoundRequest({ text, scope, onPick }: FoundRequestProps) {
  if (!isRequestId(text)) return null
  if (scope === 'house') return <OfAnyAccount id={text.trim()} onPick={onPick} />
  return (
    <IfMay route="GET /api/requests">
      <OfThisAccount id={text.trim()} onPick={onPick} />
    </IfMay>
  )
}

interface LineProps {
  id: string
  onPick: () => void
}

function OfThisAccount({ id, onPick }: LineProps) {
  const t = useWords(requestWords)
  const found = useRequests({ id }).data?.data[0]
  if (found === undefined || found.id !== id.toLowerCase()) return null
  return (
    <Text size="sm">
      <LinkAnchor to="/integracoes/requisicoes/$request" params={{ request: id }} onClick={onPick} underline="always">
        {t('found', { method: found.method, path: found.path, status: found.status })}
      </LinkAnchor>
    </Text>
  )
}

/** What was sent is read in a support view of that account. */
function OfAnyAccount({ id, onPick }: LineProps) {
  const t = useWords(requestWords)
  const { data: found } = useFoundRequest(id)
  if (found === undefined) return null
  const { method, path, status, accountId, accountName } = found
  return (
    <Text size="sm">
      <LinkAnchor
        to="/operacao/contas/$account"
        params={{ account: String(accountId) }}
        onClick={onPick}
        underline="always"
      >
        {`${t('found', { method, path, status })} · ${accountName} ${accountId}`}
      </LinkAnchor>
    </Text>
  )
}
