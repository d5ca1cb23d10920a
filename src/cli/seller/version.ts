// Which Porteira this is. The package that sellers install has it written in (manual/downloads/command-line.ts).
import { createRequire } from 'node:module'

export const VERSION: string = createRequire(import.meta.url)('../../../package.json').version
