// The words by which PSPs refuse a payout because the PIX key does not exist. Each such query uses up part of the gateway's
// limit at the DICT.

const NO_SUCH_KEY: ReadonlySet<string> = new Set(['chave_favorecido_nao_encontrada'])

export const saysNoSuchKey = (code: string): boolean => NO_SUCH_KEY.has(code)
