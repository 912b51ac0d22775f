import { z } from 'zod'
import { languages } from '../messages/index.js'
import { Preferences } from '../preferences/shapes.js'

/**
 * Next step when a correct password is not sufficient. `ticket` is sent to the route of that step (`second-factor` →
 * `loginSecondFactor`, `new-password` → `loginNewPassword`, `set-up-two-factor` → `loginBeginTwoFactor` and
 * `loginConfirmTwoFactor`); it grants no access by itself.
 */
export const SignInStep = z.object({
  next: z.enum(['second-factor', 'new-password', 'set-up-two-factor']),
  ticket: z.string(),
  /** Lifetime of the ticket in seconds. */
  expires_in: z.number(),
})
export type SignInStep = z.infer<typeof SignInStep>

/** An access token, or the next required step. */
export const SignInResponse = z.union([z.object({ access_token: z.string() }), SignInStep])
export type SignInResponse = z.infer<typeof SignInResponse>

/** Identity providers with a button of their own (specification section 2). */
export const ProviderName = z.enum(['google', 'microsoft'])
export type ProviderName = z.infer<typeof ProviderName>

/** Options of this deployment's sign-in pages; `false` is shown as a disabled button with the reason. */
export const SignInOptions = z.object({
  providers: z.object({ google: z.boolean(), microsoft: z.boolean() }),
  /** Whether emails are sent; otherwise the administrator passes links on. */
  mail: z.boolean(),
})
export type SignInOptions = z.infer<typeof SignInOptions>

/** One active session of the account. */
export const SessionRecord = z.object({
  id: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  /** `User-Agent` of the browser that signed in. */
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  remembered: z.boolean(),
})
export type SessionRecord = z.infer<typeof SessionRecord>

/** Whether sign-in requires a code of an authenticator app. */
export const TwoFactorState = z.object({
  enabled: z.boolean(),
  /** Number of unused recovery codes. */
  recoveryCodesLeft: z.number().int(),
})
export type TwoFactorState = z.infer<typeof TwoFactorState>

/** Set-up data for an authenticator app: `uri` is shown as a QR code, `secret` (base32) is for typing. */
export const TwoFactorSetUp = z.object({ secret: z.string(), uri: z.string() })
export type TwoFactorSetUp = z.infer<typeof TwoFactorSetUp>

/** Recovery codes, each valid for one sign-in; shown only once. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** Kinds of email. */
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

/** `kept`: no mail server is configured, so an administrator reads the email here. */
export const MailState = z.enum(['queued', 'sent', 'kept', 'failed'])
export type MailState = z.infer<typeof MailState>

/** One email of the outbox, as in its list. */
export const OutboxMail = z.object({
  id: z.string(),
  template: MailTemplate,
  recipient: z.string(),
  /** Empty until the email is composed. */
  subject: z.string(),
  state: MailState,
  attempts: z.number().int(),
  /** Last error of the mail server; null without an error. */
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
})
export type OutboxMail = z.infer<typeof OutboxMail>

/** An email with its text, which is null once removed (sent emails with a secret link, old emails). */
export const OutboxMailContent = OutboxMail.extend({ text: z.string().nullable(), html: z.string().nullable() })
export type OutboxMailContent = z.infer<typeof OutboxMailContent>

/** Signed-in account (specification section 3). */
export const AccountRecord = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['user', 'admin']),
  status: z.enum(['pending', 'approved', 'rejected']),
  locale: z.enum(languages),
  quotaBytes: z.number(),
  usedBytes: z.number(),
  /** Version of the avatar, for its address and caches; null without one. */
  avatar: z.string().nullable(),
  preferences: Preferences,
})
export type AccountRecord = z.infer<typeof AccountRecord>
