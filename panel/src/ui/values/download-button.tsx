// A file of the gateway, saved by the browser. It is fetched and not linked to, so that it belongs to the chosen account, and a
// refusal is shown on the page.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { fetchFile, type Query } from '../../api/call.ts'
import { commonWords } from '../../words/common.ts'
import { useLanguage } from '../../words/use-language.ts'
import { useWords } from '../../words/words.ts'
import { useProblemText } from '../feedback/problem-text.ts'
import { save } from './save-file.ts'

export interface DownloadButtonProps {
  path: string
  query?: Query
  label: string
  /** It has two forms, of which the person's language takes one. */
  isTable?: boolean
}

export function DownloadButton({ path, query = {}, label, isTable = true }: DownloadButtonProps) {
  const t = useWords(commonWords)
  const problemText = useProblemText()
  const { language } = useLanguage()
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      save(
        await fetchFile(path, { query: { ...query, ...(isTable && { format: language === 'pt' ? 'br' : 'iso' }) } }),
      ),
    onError: error => notifications.show({ color: 'red', title: t('problems.title'), message: problemText(error) }),
  })
  return (
    <Button variant="default" leftSection={<IconDownload size={18} />} loading={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  )
}
