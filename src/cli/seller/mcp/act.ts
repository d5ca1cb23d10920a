// An action that an assistant asks for: allowed or refused, counted, sent under its key, and told so that a second try does nothing twice.
import { Refused } from '../api.ts'
import type { Keys } from '../profiles.ts'
import { Trouble } from '../terminal.ts'
import type { Action } from './actions.ts'
import type { Release } from './budget.ts'
import type { Guard } from './guard.ts'
import { fittedText, presented } from './present.ts'
import type { Input } from './read.ts'
import { OutcomeUnknown, send } from './request.ts'

/** What is cancelled by the assistant's program goes on: what was sent may have been done. */
export async function act(keys: Keys, guard: Guard, action: Action, input: Input, environment: string) {
  const key = guard.keyOf(action, input)
  const { path, body } = action.request(input)
  const release = guard.reserve(action, key, input)
  try {
    const named = action.takesKey ? { idempotencyKey: key } : {}
    const answer = await send(keys, { method: 'POST', path, ...(body && { body }), ...named })
    const isRepeated = answer.headers.get('idempotency-replayed') === 'true'
    return fittedText(environment, {
      ...(action.takesKey && { idempotencyKey: key, repeated: isRepeated }),
      answer: presented(answer.body),
    })
  } catch (error) {
    throw refusalFor(error, action, key, release)
  }
}

function refusalFor(error: unknown, action: Action, key: string, release: Release): unknown {
  if (!(error instanceof Trouble)) return error
  if (isUnknown(error))
    return new Trouble(
      `${error.message}\nWhether it was done is not known. ${
        action.takesKey
          ? `Call again with the same arguments and "idempotencyKey": "${key}": it is done once. Never with another key.`
          : 'Look before you call again.'
      }`,
    )
  release()
  return action.takesKey
    ? new Trouble(`${error.message}\nIt was refused under "idempotencyKey": "${key}"; another try takes another key.`)
    : error
}

const isUnknown = (error: Trouble) =>
  error instanceof OutcomeUnknown || (error instanceof Refused && error.code === 'IDEMPOTENCY_IN_FLIGHT')
