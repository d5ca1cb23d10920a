// An answer of the gateway, saved by the browser under the name that the gateway gives it.

const NAME = /filename="([^"]+)"/

export async function save(answer: Response): Promise<void> {
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = NAME.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'porteira.csv'
  link.click()
  URL.revokeObjectURL(url)
}
