// Why something failed or ended: the known code in words, else the bank's own words, else the bare code.
import { useWords } from '../../words/words.ts'
import { codeWords, KNOWN_CODES } from './code-words.ts'

export function useCodeText() {
  const t = useWords(codeWords)
  return (code: string | null, text: string | null): string | null => {
    const known = KNOWN_CODES.find(one => one === code)
    if (known !== undefined) return t(known)
    if (text !== null && text !== '') return text
    return code === null ? null : t('other', { code })
  }
}
