// A route of better-auth that only our code may use: it opens a session for a person who has just proved by other means who they
// are, such as by a link from their mailbox.

/** Only our code calls it, so what comes is what the types say. */
const OfPerson = {
  '~standard': {
    version: 1 as const,
    vendor: 'porteira',
    validate: (value: unknown) => ({ value: value as { userId: string } }),
    types: undefined as { input: { userId: string }; output: { userId: string } } | undefined,
  },
}

export async function sessionPlugin() {
  const { createAuthEndpoint } = await import('better-auth/api')
  const { setSessionCookie } = await import('better-auth/cookies')
  return {
    id: 'porteira-session' as const,
    endpoints: {
      openSession: createAuthEndpoint.serverOnly({ method: 'POST', body: OfPerson }, async context => {
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(context.body.userId)
        if (user === null) throw new Error('a session of nobody was to be opened')
        const session = await internalAdapter.createSession(user.id, false)
        await setSessionCookie(context, { session, user })
        return context.json({ status: true })
      }),
    },
  }
}
