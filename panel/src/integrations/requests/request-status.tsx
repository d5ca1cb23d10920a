// The status of an answer, in a tone.
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx'

const FIRST_REFUSAL = 400
const FIRST_FAILURE = 500

function toneOf(status: number): Tone {
  if (status >= FIRST_FAILURE) return 'bad'
  return status >= FIRST_REFUSAL ? 'attention' : 'good'
}

export const RequestStatus = ({ status }: { status: number }) => (
  <StatusBadge tone={toneOf(status)}>{String(status)}</StatusBadge>
)
