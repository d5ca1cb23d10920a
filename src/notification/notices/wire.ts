// A notice as the panel reads it.
import { type Static, Type } from 'typebox'
import { NOTICE_KINDS, type Notice } from './notice.ts'

const Time = Type.String({ format: 'date-time' })

export const NoticeSchema = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum([...NOTICE_KINDS]),
  said: Type.String(),
  known: Type.Record(Type.String(), Type.Unknown(), { description: 'What it is about' }),
  createdAt: Time,
  seenAt: Type.Union([Time, Type.Null()]),
})

export const noticeForm = ({ id, kind, message, context, createdAt, seenAt }: Notice): Static<typeof NoticeSchema> => ({
  id: Number(id),
  kind,
  said: message,
  known: context,
  createdAt: createdAt.toISOString(),
  seenAt: seenAt?.toISOString() ?? null,
})
