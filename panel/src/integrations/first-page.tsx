// The entry of the menu: the first of the screens that this person may read.
import { Navigate } from '@tanstack/react-router'
import { IfMay } from '../ui/layout/if-may.tsx'

export const FirstPage = () => (
  <IfMay route="GET /api/credentials" otherwise={<Navigate to="/integracoes/webhooks" replace />}>
    <Navigate to="/integracoes/chaves" replace />
  </IfMay>
)
