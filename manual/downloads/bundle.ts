// Sources of ours as JavaScript for Node, without a word of TypeScript.
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface BundleOptions {
  entries: string[]
  /** The oldest that has to understand it. */
  target: string
  output: Rolldown.OutputOptions
  plugins?: Plugin[]
}

export async function chunksOf({
  entries,
  target,
  output,
  plugins = [],
}: BundleOptions): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    plugins,
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: true,
      target,
      minify: false,
      rolldownOptions: { input: entries, output, preserveEntrySignatures: 'strict' },
    },
  })
  const outputs = [built].flat().flatMap(one => ('output' in one ? one.output : []))
  return outputs.filter(one => one.type === 'chunk')
}
