// Records of the accounts themselves: who opened them, who works there, from where they signed in and called, and what they did.
import sql from 'sql-template-tag'
import { accountsConcerned, within } from './concerned-store.ts'
import { byAccount, moment, type RecordSet, reference, text } from './record-set.ts'

export const ACCOUNTS: RecordSet = {
  name: 'contas',
  about: 'A conta, ou as contas em que há registros: identificação e quem as abriu.',
  from: `account left join lateral (
    select person_name(actor_id) as person, address, created_at from audit
    where audit.account_id = account.id and subject = 'account' and action = 'account.opened' order by audit.id limit 1
  ) opening on true`,
  key: [{ column: 'account.id', type: 'int' }],
  where: scope => sql`account.id in (${accountsConcerned(scope)})`,
  fields: [
    text('conta', 'account.id'),
    text('uuid', 'account.uuid'),
    text('nome', 'account.name'),
    text('email', 'account.email'),
    text('situacao', 'account.status'),
    moment('aberta_em', 'account.created_at'),
    text('aberta_por', 'opening.person'),
    reference('aberta_do_ip', 'opening.address'),
    text('ips_permitidos', `array_to_string(account.allowed_ips, ' ')`),
  ],
}

export const PEOPLE: RecordSet = {
  name: 'pessoas',
  about: 'As pessoas com acesso à conta no momento do retrato. Quem saiu antes está em atos.',
  from: `member join iam."user" person on person.id::text = member.user_id`,
  key: [
    { column: 'member.account_id', type: 'int' },
    { column: 'member.user_id', type: 'text' },
  ],
  where: scope => (scope.kind === 'ACCOUNT' ? sql`member.account_id = ${scope.accountId}` : null),
  fields: [
    text('conta', 'member.account_id'),
    text('pessoa', 'member.user_id'),
    text('nome', 'person.name'),
    text('email', 'person.email'),
    text('papel', 'member.role'),
    moment('membro_desde', 'member.created_at'),
    moment('cadastrada_em', `person."createdAt"`),
  ],
}

export const SESSIONS: RecordSet = {
  name: 'sessoes',
  about:
    'Sessões abertas dessas pessoas que o sistema ainda guarda, com endereço IP. Encerradas, ele não as guarda: veja atos.',
  from: `iam."session" one join iam."user" person on person.id = one."userId"`,
  key: [{ column: 'one.id', type: 'uuid' }],
  where: scope =>
    scope.kind === 'ACCOUNT'
      ? sql`exists (select from member where account_id = ${scope.accountId} and user_id = one."userId"::text)
          and (${scope.to}::timestamptz is null or one."createdAt" < ${scope.to})
          and (${scope.from}::timestamptz is null or coalesce(one."seenAt", one."updatedAt") >= ${scope.from})`
      : null,
  fields: [
    text('pessoa', 'person.id'),
    text('nome', 'person.name'),
    moment('iniciada_em', 'one."createdAt"'),
    reference('ip_do_inicio', 'one."ipAddress"'),
    text('navegador', 'one."userAgent"'),
    moment('usada_em', 'one."seenAt"'),
    reference('ip_do_uso', 'one."seenFrom"'),
    moment('vale_ate', 'one."expiresAt"'),
  ],
}

export const API_KEYS: RecordSet = {
  name: 'chaves-api',
  about: 'Chaves de API da conta, sem os segredos.',
  from: 'api_key',
  key: [
    { column: 'api_key.account_id', type: 'int' },
    { column: 'api_key.id', type: 'uuid' },
  ],
  where: scope => (scope.kind === 'ACCOUNT' ? sql`api_key.account_id = ${scope.accountId}` : null),
  fields: [
    text('conta', 'account_id'),
    text('chave', 'id'),
    text('nome', 'name'),
    reference('chave_publica', 'public_key'),
    moment('criada_em', 'created_at'),
    moment('usada_em', 'last_used_at'),
    moment('revogada_em', 'revoked_at'),
  ],
}

export const REQUESTS: RecordSet = {
  name: 'requisicoes',
  about: 'Chamadas da API com as chaves da conta que o sistema ainda guarda, com endereço IP e sem conteúdo.',
  from: 'request_log',
  key: [
    { column: 'request_log.created_at', type: 'timestamptz' },
    { column: 'request_log.id', type: 'uuid' },
  ],
  where: scope =>
    scope.kind === 'ACCOUNT'
      ? sql`request_log.account_id = ${scope.accountId} and ${within(scope, 'request_log.created_at')}`
      : null,
  fields: [
    text('conta', 'account_id'),
    text('requisicao', 'id'),
    moment('data', 'created_at'),
    reference('ip', 'ip'),
    text('chave', 'key_id'),
    text('metodo', 'method'),
    text('caminho', 'path'),
    text('resposta', 'status'),
  ],
}

export const ACTS: RecordSet = {
  name: 'atos',
  about: 'O que pessoas, chaves e a operação fizeram na conta, com endereço IP: o registro de auditoria.',
  from: 'audit',
  key: byAccount('audit'),
  where: scope =>
    scope.kind === 'ACCOUNT'
      ? sql`audit.account_id = ${scope.accountId} and ${within(scope, 'audit.created_at')}`
      : null,
  fields: [
    text('conta', 'account_id'),
    text('numero', 'id'),
    moment('data', 'created_at'),
    text('autor_tipo', 'actor'),
    text('autor', 'actor_id'),
    text('autor_nome', 'person_name(actor_id)'),
    reference('ip', 'address'),
    text('ato', 'action'),
    text('objeto', 'subject'),
    text('objeto_numero', 'subject_id'),
    text('motivo', 'reason'),
    text('detalhes', 'detail'),
  ],
}
