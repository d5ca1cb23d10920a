// Why the gateway refused, as a sentence in a dialog. Nothing where there is none.
import { Alert } from '@mantine/core'

export const Refused = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <Alert color="red" variant="default" role="alert">
      {text}
    </Alert>
  )
