// The note on every page of an account that may not work yet, or no more. Its code is loaded where it is shown.
import { Alert } from '@mantine/core'
import type { Account } from '../api/access/session.ts'
import { defineWords, useWords } from '../words/words.ts'

const words = defineWords('accountStanding', {
  pt: {
    PENDING:
      'Esta conta ainda espera a aprovação da operação. Você já pode conhecer o painel; vendas e saques começam depois.',
    BLOCKED: 'Esta conta está bloqueada. Fale com a operação.',
    CLOSING: 'Esta conta está em encerramento. Fale com a operação.',
    CLOSED: 'Esta conta está encerrada.',
  },
  en: {
    PENDING:
      'This account is still waiting for the operator’s approval. You can look around already; sales and cashouts begin after it.',
    BLOCKED: 'This account is blocked. Contact the operator.',
    CLOSING: 'This account is being closed. Contact the operator.',
    CLOSED: 'This account is closed.',
  },
})

export function StandingNote({ status }: { status: Exclude<Account['status'], 'ACTIVE'> }) {
  const t = useWords(words)
  return (
    <Alert mb="lg" color="ocre" variant="default" role="status">
      {t(status)}
    </Alert>
  )
}
