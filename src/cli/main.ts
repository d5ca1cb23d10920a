// The command line as a process. The operator's commands work on an installation and load the server's code; a seller's have keys
// alone, and load none of it.
import { isSellers } from './seller/words.ts'

async function main(words: string[]): Promise<number> {
  if (!isSellers(words)) return (await import('./operator/run.ts')).runOperator(words, process.env)
  return (await import('./seller/run.ts')).runSeller(words, process.env)
}

process.exit(await main(process.argv.slice(2)))
