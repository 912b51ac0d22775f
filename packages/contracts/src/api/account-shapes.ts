import { z } from 'zod'

/**
 * What a right password leads to when it is not enough. `ticket` goes to the route of the next step (`second-factor` →
 * `loginSecondFactor`, `new-password` → `loginNewPassword`, `set-up-two-factor` → `loginBeginTwoFactor` and
 * `loginConfirmTwoFactor`); it opens nothing by itself.
 */
export const SignInStep = z.object({
  next: z.enum(['second-factor', 'new-password', 'set-up-two-factor']),
  ticket: z.string(),
  /** Seconds the ticket is good for. */
  expires_in: z.number(),
})
export type SignInStep = z.infer<typeof SignInStep>

/** An access token, or the step that is still missing. */
export const SignInResponse = z.union([z.object({ access_token: z.string() }), SignInStep])
export type SignInResponse = z.infer<typeof SignInResponse>

/** Identity providers with a button of their own (specification section 2). */
export const ProviderName = z.enum(['google', 'microsoft'])
export type ProviderName = z.infer<typeof ProviderName>

/** What this deployment offers on its sign-in pages; `false` is shown as a disabled button with the reason. */
export const SignInOptions = z.object({
  providers: z.object({ google: z.boolean(), microsoft: z.boolean() }),
  /** Whether mails are sent; otherwise the administrator passes links on. */
  mail: z.boolean(),
})
export type SignInOptions = z.infer<typeof SignInOptions>

/** One living sign-in of the account. */
export const SessionRecord = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** `User-Agent` of the browser that signed in. */
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  remembered: z.boolean(),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** Whether signing in asks for a code of an authenticator app. */
export const TwoFactorState = z.object({
  enabled: z.boolean(),
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: z.number().int(),
})
export type TwoFactorState = z.infer<typeof TwoFactorState>

/** What an authenticator app has to know: `uri` is drawn as a QR code, `secret` (base32) is for typing. */
export const TwoFactorSetUp = z.object({ secret: z.string(), uri: z.string() })
export type TwoFactorSetUp = z.infer<typeof TwoFactorSetUp>

/** Recovery codes, each good for one sign-in; shown this once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** Kinds of mail. */
export const MailTemplate = z.enum([
  'verify-email',
  'already-registered',
  'reset-password',
  'invitation',
  'weekly-report',
  'storage-nearly-full',
  'two-factor-reset',
  'password-changed',
  'change-email',
  'email-change-asked',
  'project-invitation',
  'project-shared',
  'topic-news',
])
export type MailTemplate = z.infer<typeof MailTemplate>

/** `kept`: no mail server is configured, an administrator reads it here. */
export const MailState = z.enum(['queued', 'sent', 'kept', 'failed'])
export type MailState = z.infer<typeof MailState>

/** One mail of the outbox, as its list shows it. */
export const OutboxMail = z.object({
  id: z.string(),
  template: MailTemplate,
  recipient: z.string(),
  /** Empty until the mail was written. */
  subject: z.string(),
  state: MailState,
  attempts: z.number().int(),
  /** What the mail server said last; null when it said nothing wrong. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
})
export type OutboxMail = z.infer<typeof OutboxMail>

/** A mail with its text; null once it was removed (sent mails with a secret link, old mails). */
export const OutboxMailContent = OutboxMail.extend({ text: z.string().nullable(), html: z.string().nullable() })
export type OutboxMailContent = z.infer<typeof OutboxMailContent>
