// Every file that is generated from the public document, by its path below the project's root.
import type { ApiDocument } from './document.ts'
import { phpFile } from './php.ts'
import { pythonFile } from './python.ts'
import { toolsFile } from './tools.ts'
import { resourcesFile, typesFile } from './typescript.ts'

export const generatedFiles = (document: ApiDocument): Record<string, string> => ({
  'sdk/typescript/src/generated/types.ts': typesFile(document),
  'sdk/typescript/src/generated/resources.ts': resourcesFile(document),
  'sdk/python/porteira/generated.py': pythonFile(document),
  'sdk/php/src/Resources.php': phpFile(document),
  'src/cli/seller/mcp/generated/reads.ts': toolsFile(document),
})
