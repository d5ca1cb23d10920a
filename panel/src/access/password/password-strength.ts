// The gateway's rule for new passwords, with its estimator and list of common passwords: a file of its own, since it is large and
// loaded only when a person chooses a password.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { dictionary, adjacencyGraphs as graphs } from '@zxcvbn-ts/language-common'
import { MAX_SUBSTITUTIONS, type PasswordStrength, strengthOf } from '#kernel/crypto/password-rule.ts'

const estimator = new ZxcvbnFactory({ dictionary, graphs, l33tMaxSubstitutions: MAX_SUBSTITUTIONS })

export const passwordStrength = (password: string, about: string[]): PasswordStrength =>
  strengthOf(estimator, password, about)
