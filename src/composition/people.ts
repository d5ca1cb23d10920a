// Who is let in, and what people are written: the mail that is owed to them begins to go out when the gateway knows the address of its panel.
import { type Access, openAccess } from '#access/feature.ts'
import { record } from '#audit/audit.ts'
import { authSecretsOf } from '#config/secrets.ts'
import type { SupportViews } from '#support/feature.ts'
import { panelUrlOf } from './addresses.ts'
import type { Features } from './features.ts'
import type { Infrastructure } from './infrastructure.ts'

export async function openPeople(
  resources: AsyncDisposableStack,
  infrastructure: Infrastructure,
  { mail, members, accounts }: Pick<Features, 'mail' | 'members' | 'accounts'>,
  { origins, support }: { origins: () => string[]; support: SupportViews },
): Promise<Access> {
  const { config } = infrastructure
  const { publicUrl, production } = config
  const access = resources.use(
    await openAccess({
      ...infrastructure,
      ...authSecretsOf(config),
      publicUrl,
      production,
      origins,
      mail,
      passwordResets: members.passwordResets,
      openAccountFor: accounts.openFor,
      viewed: support.viewed,
      record,
    }),
  )
  resources.use(members.startMail({ auth: access.auth, panelUrl: panelUrlOf(config, origins) }))
  return access
}
