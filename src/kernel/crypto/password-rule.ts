// Which passwords may be chosen: long ones and strong ones, but none that guessing begins with. The gateway and the panel judge
// by the same rule, each with the estimator zxcvbn, whose list of common passwords is large and is loaded only where passwords
// are judged.

/** Shorter than this no password is taken, however strong. The routes hold it by their schemas. */
export const MIN_PASSWORD = 8
/** From this length on a password need not be strong. */
const LONG_CHARACTERS = 12
/** zxcvbn's scores: 3 is 10^8 guesses or more. Below 2 it is fewer than 10^6, as for every password of the common list. */
const STRONG_SCORE = 3
const MIN_SCORE = 2
/** Estimating takes longer with every character, and what follows can hardly weaken a password. */
const MAX_JUDGED_CHARACTERS = 32
/** For zxcvbn: so many disguises such as "p4ssw0rd" are tried. Each further one costs the same again. */
export const MAX_SUBSTITUTIONS = 16

/** As much of zxcvbn as is needed. */
export interface PasswordEstimator {
  check(password: string, about: string[]): { score: number }
}

export interface PasswordStrength {
  /** zxcvbn's, 0 to 4. */
  score: number
  isAccepted: boolean
}

/** `about`: what everybody knows of the person, such as the mail address: a password must not be made of it. */
export function strengthOf(estimator: PasswordEstimator, password: string, about: string[]): PasswordStrength {
  const judged = password.normalize('NFKC')
  const { score } = estimator.check(judged.slice(0, MAX_JUDGED_CHARACTERS), about.flatMap(wordsOf))
  const minScore = judged.length >= LONG_CHARACTERS ? MIN_SCORE : STRONG_SCORE
  return { score, isAccepted: judged.length >= MIN_PASSWORD && score >= minScore }
}

/** "ana.souza@example.com": whole, and each word of it. */
const wordsOf = (text: string): string[] => [text, ...text.split(/[^\p{L}\p{N}]+/u).filter(word => word.length > 2)]
