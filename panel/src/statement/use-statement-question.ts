// The query to the gateway, derived from the address.
import { useLanguage } from '../words/use-language.ts'
import { typesOf } from './kinds.ts'
import { isReference, referenceQuery } from './reference.ts'
import type { StatementSearch } from './search.ts'

export function useStatementQuestion({ from, to, kind, ref }: StatementSearch) {
  const { language } = useLanguage()
  const period = { ...(from !== undefined && { from }), ...(to !== undefined && { to }), language }
  const filters = {
    ...period,
    ...(kind !== undefined && { type: typesOf(kind) }),
    ...(ref !== undefined && isReference(ref) && referenceQuery(ref)),
  }
  return { period, filters }
}
