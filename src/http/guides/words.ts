// What the pages of the documentation say around the guides.
import type { Language } from './catalogue.ts'

export interface SiteWords {
  documentation: string
  guides: string
  onThisPage: string
  reference: string
  referenceAbout: string
  forPrograms: string
  panel: string
  other: string
  search: string
  searchHint: string
  results: (count: number, query: string) => string
  nothing: (query: string) => string
  typeWords: string
  skip: string
  menu: string
  previous: string
  next: string
  scheme: string
  welcome: string
  copy: string
  copied: string
}

export const WORDS: Record<Language, SiteWords> = {
  pt: {
    documentation: 'Documentação',
    guides: 'Guias',
    onThisPage: 'Nesta página',
    reference: 'Referência da API',
    referenceAbout: 'Cada operação, com exemplos em curl, TypeScript, Python e PHP.',
    forPrograms: 'Para programas',
    panel: 'Painel',
    other: 'English',
    search: 'Buscar',
    searchHint: 'Buscar na documentação',
    results: (count, query) => `${count} ${count === 1 ? 'resultado' : 'resultados'} para “${query}”`,
    nothing: query => `Nada encontrado para “${query}”. Tente outras palavras, em português ou inglês.`,
    typeWords: 'Digite uma ou mais palavras.',
    skip: 'Ir para o conteúdo',
    menu: 'Páginas',
    previous: 'Anterior',
    next: 'Próximo',
    scheme: 'Alternar entre claro e escuro',
    welcome: 'Vender, receber e pagar por Pix, com uma API só. Comece pela integração, ou busque o que procura.',
    copy: 'Copiar',
    copied: 'Copiado',
  },
  en: {
    documentation: 'Documentation',
    guides: 'Guides',
    onThisPage: 'On this page',
    reference: 'API reference',
    referenceAbout: 'Every operation, with samples in curl, TypeScript, Python and PHP.',
    forPrograms: 'For programs',
    panel: 'Panel',
    other: 'Português',
    search: 'Search',
    searchHint: 'Search the documentation',
    results: (count, query) => `${count} ${count === 1 ? 'result' : 'results'} for “${query}”`,
    nothing: query => `Nothing was found for “${query}”. Try other words.`,
    typeWords: 'Type one or more words.',
    skip: 'Skip to the content',
    menu: 'Pages',
    previous: 'Previous',
    next: 'Next',
    scheme: 'Switch between light and dark',
    welcome: 'Sell, receive and pay by PIX with one API. Begin with integrating, or search for what you need.',
    copy: 'Copy',
    copied: 'Copied',
  },
}
