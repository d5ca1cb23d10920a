// All guides in both languages, read and rendered once, when the first reader comes.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GUIDE_NAMES, type GuideName, LANGUAGES, type Language } from './catalogue.ts'
import { anchorsIn, type RenderedGuide, renderGuide } from './html.ts'

export interface Guide extends RenderedGuide {
  name: GuideName
  markdown: string
}

export type Library = Record<Language, Record<GuideName, Guide>>

/** `folder`: where the Markdown lies. A file that cannot be read now is tried again by the next reader. */
export function openLibrary(folder: string): () => Promise<Library> {
  let library: Promise<Library> | null = null
  return () => {
    library ??= readLibrary(folder).catch(error => {
      library = null
      throw error
    })
    return library
  }
}

type Texts = Record<Language, string>

async function readLibrary(folder: string): Promise<Library> {
  const read = async (name: GuideName): Promise<[GuideName, Texts]> => {
    const [en, pt] = await Promise.all([
      readFile(join(folder, `${name}.md`), 'utf8'),
      readFile(join(folder, 'pt', `${name}.md`), 'utf8'),
    ])
    return [name, { en, pt }]
  }
  const texts = Object.fromEntries(await Promise.all(GUIDE_NAMES.map(read))) as Record<GuideName, Texts>
  const all = LANGUAGES.map(language => [language, inLanguage(language, texts)])
  return Object.fromEntries(all) as Library
}

function inLanguage(language: Language, texts: Record<GuideName, Texts>): Record<GuideName, Guide> {
  const shared = new Map(GUIDE_NAMES.map(name => [name as string, sharedAnchors(texts[name])]))
  const guides = GUIDE_NAMES.map(name => {
    const markdown = texts[name][language]
    const rendered = renderGuide(markdown, {
      guides: GUIDE_NAMES,
      base: `/docs/${language}`,
      anchorOf: (guide, own) => shared.get(guide ?? name)?.get(own) ?? own,
    })
    return [name, { ...rendered, name, markdown }]
  })
  return Object.fromEntries(guides) as Record<GuideName, Guide>
}

/** The anchor of each Portuguese heading -> that of the same heading in English. Where the two differ in number, each keeps its own. */
function sharedAnchors({ en, pt }: Texts): Map<string, string> {
  const [english, portuguese] = [anchorsIn(en), anchorsIn(pt)]
  if (english.length !== portuguese.length) return new Map()
  return new Map(portuguese.map((anchor, n) => [anchor, english[n] ?? anchor]))
}
