// Who is signed in, as the panel reads it.
import { type Static, Type } from 'typebox'

export const MeSchema = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
  operator: Type.Boolean({ description: 'Runs this gateway' }),
  address: Type.Union([Type.String(), Type.Null()], {
    description: 'Where this request came from, in the spelling of /api/allowed-ips',
  }),
  accounts: Type.Array(
    Type.Object({
      accountId: Type.Integer({ description: 'For X-Account-Id' }),
      name: Type.String(),
      role: Type.Enum(['OWNER', 'FINANCE', 'DEVELOPER', 'READER']),
      status: Type.Enum(['PENDING', 'ACTIVE', 'BLOCKED', 'CLOSING', 'CLOSED']),
      testOf: Type.Union([Type.Integer(), Type.Null()], {
        description: 'The live account whose test account this is; null: it is a live one',
      }),
    }),
    { description: 'The first one is acted for where X-Account-Id names none' },
  ),
  testHouse: Type.Boolean({
    description: 'Every PSP account in use is of the test environment: only play money moves',
  }),
  testMode: Type.Boolean({ description: 'An account may have a test account at the test bank beside it' }),
  supportView: Type.Union(
    [
      Type.Object({
        id: Type.String(),
        accountId: Type.Integer({ description: 'For X-Account-Id: no other one is read meanwhile' }),
        accountName: Type.String(),
        reason: Type.String(),
        openedAt: Type.String({ format: 'date-time' }),
        expiresAt: Type.String({ format: 'date-time' }),
      }),
      Type.Null(),
    ],
    { description: 'An operator looks at this account for support, by this session' },
  ),
})

export type Me = Static<typeof MeSchema>
