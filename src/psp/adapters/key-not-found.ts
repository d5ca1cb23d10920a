// The words by which PSPs refuse a payout because nobody has the key. Each such question costs the house part of what it may
// ask of the Central Bank's directory.

const NO_SUCH_KEY: ReadonlySet<string> = new Set(['chave_favorecido_nao_encontrada'])

export const saysNoSuchKey = (code: string): boolean => NO_SUCH_KEY.has(code)
