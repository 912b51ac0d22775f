import { z } from 'zod'
import { route, type StreamRoute } from '../api/route.js'
import {
  SignInOptions,
  SignInResponse,
  TwoFactorSetUp,
  RecoveryCodes,
  SignInStep,
  SessionRecord,
  TwoFactorState,
  AccountRecord,
} from './shapes.js'
import { Password, Done, Identifier, Email } from '../api/fields.js'
import { ViewerToken } from './viewer-token-shapes.js'

const Ticket = z.string().min(1).max(2000)

/** Six digits of an authenticator app, or a recovery code; spaces and dashes are ignored. */
const FactorCode = z.string().min(1).max(40)

const AnyEmail = z.string().trim().min(1).max(254)

/** Secret part of an emailed link. */
const LinkCode = z.string().min(1).max(200)

const Token = z.object({ access_token: z.string() })

/** JSON routes. */
export const accountsRoutes = {
  signInOptions: route({
    method: 'GET',
    path: '/api/auth/options',
    summary: 'What the sign-in pages offer: identity providers, mail',
    access: 'public',
    response: SignInOptions,
  }),
  loginSecondFactor: route({
    method: 'POST',
    path: '/api/auth/login/second-factor',
    summary: 'Second step of signing in: a code of the authenticator app or a recovery code',
    access: 'public',
    body: z.object({ ticket: Ticket, code: FactorCode }),
    response: SignInResponse,
  }),
  loginNewPassword: route({
    method: 'POST',
    path: '/api/auth/login/new-password',
    summary: 'Last step of signing in with a one-time password: the password of one’s own',
    access: 'public',
    body: z.object({ ticket: Ticket, password: Password }),
    response: SignInResponse,
  }),
  loginBeginTwoFactor: route({
    method: 'POST',
    path: '/api/auth/login/two-factor',
    summary: 'Last step of signing in where two-factor sign-in is required: make a secret for an authenticator app',
    access: 'public',
    body: z.object({ ticket: Ticket }),
    response: TwoFactorSetUp,
  }),
  loginConfirmTwoFactor: route({
    method: 'POST',
    path: '/api/auth/login/two-factor/confirm',
    summary: 'Turn two-factor sign-in on with a first code and sign in; ends every other sign-in of the account',
    access: 'public',
    body: z.object({ ticket: Ticket, code: FactorCode }),
    response: RecoveryCodes.extend({ access_token: z.string() }),
  }),
  google: route({
    method: 'POST',
    path: '/api/auth/google',
    summary: 'Sign in with an ID token of Google (`credential`)',
    access: 'public',
    body: z.object({ credential: z.string().min(1).max(8000), remember: z.boolean().optional() }),
    response: z.union([z.object({ token: z.string() }), SignInStep]),
  }),
  forgotPassword: route({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Mail a link for a new password; the answer is the same for unknown addresses',
    access: 'public',
    body: z.strictObject({ email: AnyEmail }),
    response: Done,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Choose a new password with a mailed link (reset or invitation); ends every sign-in of the account',
    access: 'public',
    body: z.strictObject({ code: LinkCode, password: Password }),
    response: Done,
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirm an e-mail address, or a new one, with the mailed link',
    access: 'public',
    body: z.strictObject({ code: LinkCode }),
    response: Done,
  }),
  sendVerification: route({
    method: 'POST',
    path: '/api/auth/verify-email/send',
    summary: 'Mail the confirmation link again; the answer is the same for unknown addresses',
    access: 'public',
    body: z.strictObject({ email: AnyEmail }),
    response: Done,
  }),
  checkPassword: route({
    method: 'POST',
    path: '/api/auth/password/check',
    summary: 'Whether a new password would be refused as too common; nothing is stored',
    access: 'public',
    body: z.strictObject({ password: Password }),
    response: z.object({ isTooCommon: z.boolean() }),
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/auth/password',
    summary: 'Change the password; ends every other sign-in of the account',
    access: 'user',
    body: z.strictObject({ current: Password, password: Password }),
    response: Done,
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/auth/sessions',
    summary: 'Living sign-ins of the account, last used first',
    access: 'user',
    response: z.array(SessionRecord),
  }),
  endOtherSessions: route({
    method: 'DELETE',
    path: '/api/auth/sessions',
    summary: 'End every sign-in of the account but this one',
    access: 'user',
    response: z.object({ ended: z.number() }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    summary: 'End one sign-in of the account',
    access: 'user',
    parameters: Identifier,
    response: Done,
  }),
  twoFactor: route({
    method: 'GET',
    path: '/api/auth/two-factor',
    summary: 'Whether two-factor sign-in is on',
    access: 'user',
    response: TwoFactorState,
  }),
  beginTwoFactor: route({
    method: 'POST',
    path: '/api/auth/two-factor',
    summary: 'Make a secret for an authenticator app; nothing changes until it is confirmed',
    access: 'user',
    body: z.strictObject({ password: Password.optional() }),
    response: TwoFactorSetUp,
  }),
  confirmTwoFactor: route({
    method: 'POST',
    path: '/api/auth/two-factor/confirm',
    summary: 'Turn two-factor sign-in on with a first code; ends every other sign-in of the account',
    access: 'user',
    body: z.strictObject({ code: FactorCode }),
    response: RecoveryCodes,
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/auth/two-factor/recovery-codes',
    summary: 'Replace the recovery codes; needs a code',
    access: 'user',
    body: z.strictObject({ code: FactorCode }),
    response: RecoveryCodes,
  }),
  endTwoFactor: route({
    method: 'POST',
    path: '/api/auth/two-factor/end',
    summary: 'Turn two-factor sign-in off; needs a code',
    access: 'user',
    body: z.strictObject({ code: FactorCode }),
    response: TwoFactorState,
  }),
  register: route({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account',
    access: 'public',
    body: z.strictObject({
      email: Email,
      /** Name of the company. */
      name: z.string().trim().min(1).max(120),
      password: Password,
      /** Name of the user, shown as author of issues and comments. */
      person: z.string().trim().max(120).optional(),
    }),
    response: Done,
  }),
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with e-mail and password',
    access: 'public',
    body: z.object({ email: z.string().min(1).max(254), password: Password, remember: z.boolean().optional() }),
    response: SignInResponse,
  }),
  adminLogin: route({
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Sign in as an administrator',
    access: 'public',
    body: z.object({
      username: z.string().min(1).max(254),
      password: Password,
      remember: z.boolean().optional(),
    }),
    response: SignInResponse,
  }),
  me: route({
    method: 'GET',
    path: '/api/auth/me',
    summary: 'The signed-in account',
    access: 'user',
    response: AccountRecord,
  }),
  logout: route({
    method: 'DELETE',
    path: '/api/auth/logout',
    summary: 'End this session',
    access: 'refresh-cookie',
    response: Done,
  }),
  refresh: route({
    method: 'POST',
    path: '/api/auth/refresh',
    summary: 'Exchange the refresh cookie for an access token',
    access: 'refresh-cookie',
    response: Token,
  }),
  viewerToken: route({
    method: 'POST',
    path: '/api/auth/viewer-token',
    summary: 'A short token that can only read view packages',
    access: 'user',
    response: ViewerToken,
  }),
  setup: route({
    method: 'POST',
    path: '/api/setup',
    summary: 'Create the first administrator with the one-time link',
    access: 'public',
    body: z.strictObject({
      code: z.string().min(1).max(200),
      username: z.string().trim().min(1).max(120),
      email: Email,
      password: Password,
    }),
    response: Done,
  }),
} as const

/** Routes whose request or response is not only JSON. */
export const accountsStreams = [
  {
    method: 'GET',
    path: '/api/auth/providers/:provider/start',
    summary:
      'Go to an identity provider (`google`, `microsoft`) to sign in; `remember=true` keeps the sign-in for 30 days',
    access: 'public',
    produces: 'text/html',
    response: null,
  },
  {
    method: 'GET',
    path: '/api/auth/providers/:provider/callback',
    summary: 'Where an identity provider sends the browser back to; leads on to /signin',
    access: 'public',
    produces: 'text/html',
    response: null,
  },
] as const satisfies readonly StreamRoute[]
