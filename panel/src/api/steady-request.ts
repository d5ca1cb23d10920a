// A request that moves money, on a network that stalls: a repeat runs beside the request that hangs, under the same key; the first
// certain answer of either is the outcome, and the gateway never does the same key twice.
import { useRef, useState } from 'react'
import { isCertain, type KeyScope, useKeys } from './idempotency-key.ts'

export interface Sending {
  idempotencyKey: string
  /** Called when the gateway has not answered for a while, and when it has answered after all. */
  onSlow: (isSlow: boolean) => void
}

interface Race {
  underWay: number
  start: () => void
}

export function useSteadyRequest<Body, T>(
  send: (body: Body, sending: Sending) => Promise<T>,
  scope: KeyScope = 'form',
) {
  const keys = useKeys(scope)
  const race = useRef<Race | null>(null)
  const [isSlow, setSlow] = useState(false)

  const mutationFn = (body: Body): Promise<T> => {
    const idempotencyKey = keys.take(body)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const attempts: Race = {
      underWay: 0,
      start() {
        attempts.underWay += 1
        setSlow(false)
        // A slow first request proves nothing about the one that was just started beside it.
        const onSlow = (now: boolean) => race.current === attempts && setSlow(now)
        send(body, { idempotencyKey, onSlow })
          .then(resolve, error => {
            if (isCertain(error) || attempts.underWay === 1) return reject(error)
            // The other one is still waited for.
            setSlow(true)
          })
          .finally(() => {
            attempts.underWay -= 1
          })
      },
    }
    race.current = attempts
    attempts.start()
    return promise.then(
      answer => {
        keys.done(body)
        return end(answer)
      },
      error => {
        if (isCertain(error)) keys.refused(body)
        return end(Promise.reject(error))
      },
    )
  }

  function end<Outcome>(outcome: Outcome): Outcome {
    race.current = null
    setSlow(false)
    return outcome
  }

  return { mutationFn, isSlow, repeat: () => race.current?.start() }
}
