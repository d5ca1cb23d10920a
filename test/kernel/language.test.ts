// Which of our languages a browser's list of preferences means.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from '#kernel/language.ts'

const TABLE: [string | undefined, string][] = [
  [undefined, 'pt-BR'],
  ['', 'pt-BR'],
  ['*', 'pt-BR'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['en', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['EN-gb', 'en'],
  ['fr;q=1, en;q=0.3, pt;q=0.2', 'en'],
  ['en;q=0.2, pt;q=0.3', 'pt-BR'],
  ['en;q=0, pt;q=0', 'pt-BR'],
  ['en;q=0', 'pt-BR'],
  ['en;q=x, pt;q=0.1', 'pt-BR'],
  ['english, ptolemy', 'pt-BR'],
  ['de, fr', 'pt-BR'],
  [`${'x,'.repeat(10_000)}en`, 'pt-BR'],
]

for (const [accepted, language] of TABLE)
  test(`${JSON.stringify(accepted)?.slice(0, 40)} is ${language}`, () => assert.equal(languageOf(accepted), language))
