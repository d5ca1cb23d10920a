// The address of a recurrence in the forms of the Central Bank's PayloadLocationRecGerada and PayloadLocationRecCompleta.
import type { LocationRec } from './store.ts'

export const locationRecWire = ({ id, address, createdAt, idRec }: LocationRec) => ({
  id,
  location: address,
  tipo: 'rec',
  criacao: new Date(createdAt).toISOString(),
  ...(idRec !== null && { idRec }),
})
