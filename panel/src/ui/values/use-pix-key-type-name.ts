// The types of Pix keys by name.
import type { PixKeyType } from '#kernel/pix/pix-key.ts'
import { useWords } from '../../words/words.ts'
import { pixKeyWords } from './pix-key.tsx'

export function usePixKeyTypeName(): (type: PixKeyType) => string {
  const t = useWords(pixKeyWords)
  return type => t(`types.${type}`)
}
