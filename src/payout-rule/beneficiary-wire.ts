// Keys that an account means to pay, as they come in and go out.
import { Type } from 'typebox'
import { PrintableName, PrintableText } from '#http/schema.ts'
import { PIX_KEY_TYPES } from '#kernel/pix/pix-key.ts'
import type { Beneficiary } from './beneficiary-store.ts'

export const BeneficiaryBody = Type.Object(
  {
    pixKey: PrintableText({ minLength: 8, maxLength: 77 }),
    pixKeyType: Type.Enum([...PIX_KEY_TYPES]),
    name: PrintableName(120),
  },
  { additionalProperties: false },
)

export const BeneficiarySchema = Type.Object({
  id: Type.String(),
  pixKey: Type.String(),
  pixKeyType: Type.Enum([...PIX_KEY_TYPES]),
  name: Type.String(),
  addedBy: Type.String(),
  usableAt: Type.String({ description: 'From then on it is paid without asking' }),
  createdAt: Type.String(),
})

export const beneficiaryForm = ({ id, usableAt, createdAt, ...one }: Beneficiary) => ({
  id: id.toString(),
  ...one,
  usableAt: usableAt.toISOString(),
  createdAt: createdAt.toISOString(),
})
