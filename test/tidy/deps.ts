// What a feature is given is one set, declared in one place. A function takes all of it, or names in its signature what it takes of it.
import { featureOf, floorOf } from './floors.ts'
import { codeOf, lineAt, type Source } from './sources.ts'

const DECLARED = /^(?:export )?(?:interface|type) (\w*Deps)\b/gm

const [FIRST, LAST] = [floorOf('src/alert'), floorOf('src/sale')]
const isOfFeature = ({ path }: Source) => path.startsWith('src/') && floorOf(path) >= FIRST && floorOf(path) <= LAST

function declarationsIn(source: Source): string[] {
  const code = codeOf(source)
  return [...code.matchAll(DECLARED)].map(({ 1: name, index }) => `${name} in ${source.path}:${lineAt(code, index)}`)
}

export function severalDeps(sources: Source[]): string[] {
  const features = [...Map.groupBy(sources.filter(isOfFeature), ({ path }) => featureOf(path))]
  return features.flatMap(([feature, files]) => {
    const declared = files.flatMap(declarationsIn)
    if (declared.length < 2) return []
    return [
      `src/${feature} has ${declared.length} sets of deps (${declared.join(', ')}): keep one, in feature.ts or deps.ts; ` +
        "elsewhere take it whole, or write Pick<TheDeps, 'db' | 'clock'> in the signature, with what else is handed there",
    ]
  })
}
