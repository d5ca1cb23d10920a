// Verification alone, for receivers that call nothing: `@porteira/sdk/verify`.
export type { EventName, Postback, WebhookEvent } from './events.ts'
export { VerificationError, type VerificationReason } from './verify/error.ts'
export type { RequestHeaders } from './verify/headers.ts'
export { type PostbackInput, type Secrets, verifyPostback, verifyWebhook, type WebhookInput } from './verify/verify.ts'
