import { AppError } from '@kamar/core'
import type { Routes } from '@kamar/contracts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage } from '../../platform/http/language.js'
import type { Handlers } from '../../platform/http/mount-routes.js'
import { setUpAdministrator } from '../../domain/accounts/administrator.js'
import type { ModuleContext } from '../../domain/module-context.js'
import type { createAccountServices } from './create-account-services.js'
import { getSignInContext } from './identity-providers/routes.js'
import { readDeviceCookie, setDeviceCookie } from './device-cookie.js'
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.js'
import type { ClientInfo, Progress, SignedIn, SignInAttempt } from './sign-in-flow.js'
import { done } from '../../domain/server-module.js'

type AccountServices = ReturnType<typeof createAccountServices>
type AccountHandlers = Partial<Handlers<Routes>>

/** Creates the handlers for signing in and out; `security-routes.ts` has those for managing sign-ins. */
export function accountHandlers(context: ModuleContext, services: AccountServices) {
  return { ...signInHandlers(services), ...mailedLinkHandlers(context, services), ...sessionHandlers(services) }
}

function signInHandlers({ flow, providerSignIn }: AccountServices) {
  return {
    async login({ body, request, reply }) {
      return grant(request, reply, await flow.byPassword(toSignInAttempt(request, { ...body, name: body.email })))
    },
    async adminLogin({ body, request, reply }) {
      return grant(
        request,
        reply,
        await flow.asAdministrator(toSignInAttempt(request, { ...body, name: body.username })),
      )
    },
    async loginSecondFactor({ body, request, reply }) {
      return grant(request, reply, await flow.secondFactor(body, getClientInfo(request)))
    },
    async loginNewPassword({ body, request, reply }) {
      return grant(request, reply, await flow.newPassword(body, getClientInfo(request)))
    },
    loginBeginTwoFactor: ({ body }) => flow.beginTwoFactor(body.ticket),
    async loginConfirmTwoFactor({ body, request, reply }) {
      const { codes, signedIn } = await flow.confirmTwoFactor(body, getClientInfo(request))
      return { ...codes, ...letIn(request, reply, signedIn) }
    },
    async google({ body, request, reply }) {
      const form = { credential: body.credential, remember: body.remember ?? false }
      const response = grant(request, reply, await providerSignIn.byCredential(form, getSignInContext(request)))
      return 'ticket' in response ? response : { token: response.access_token }
    },
  } satisfies AccountHandlers
}

function mailedLinkHandlers({ database, domain }: ModuleContext, { recovery, registration }: AccountServices) {
  return {
    async register({ body, request }) {
      const locale = preferredLanguage(request.headers['accept-language'])
      await registration.register(body, { address: request.ip, locale })
      return done
    },
    async forgotPassword({ body, request }) {
      await recovery.forgot(body.email, request.ip)
      return done
    },
    async resetPassword({ body, request, reply }) {
      await recovery.reset(body, request.ip)
      clearRefreshCookie(request, reply)
      return done
    },
    async verifyEmail({ body, request }) {
      await recovery.verify(body.code, request.ip)
      return done
    },
    async sendVerification({ body, request }) {
      await recovery.sendVerification(body.email, request.ip)
      return done
    },
    async setup({ body, request }) {
      await domain.attempts.setUp(request.ip)
      await setUpAdministrator(database, body)
      return done
    },
  } satisfies AccountHandlers
}

function sessionHandlers({ accounts }: AccountServices) {
  return {
    me: ({ actor }) => accounts.describe(actor),
    async logout({ actor, request, reply }) {
      await accounts.signOut(actor, readRefreshCookie(request))
      clearRefreshCookie(request, reply)
      return done
    },
    async refresh({ request, reply }) {
      try {
        const { accessToken, refresh } = await accounts.refresh(readRefreshCookie(request))
        setRefreshCookie(request, reply, refresh)
        return { access_token: accessToken }
      } catch (error) {
        // Only a refusal is final; a server error must not cost the user their sign-in.
        if (error instanceof AppError && error.code === 'refresh-refused') clearRefreshCookie(request, reply)
        throw error
      }
    },
    viewerToken: ({ actor }) => accounts.viewerToken(actor),
  } satisfies AccountHandlers
}

function getClientInfo(request: FastifyRequest): ClientInfo {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

function toSignInAttempt(
  request: FastifyRequest,
  form: { readonly name: string; readonly password: string; readonly remember?: boolean | undefined },
): SignInAttempt {
  const { name, password, remember = false } = form
  return { name, password, remember, deviceToken: readDeviceCookie(request), ...getClientInfo(request) }
}

function grant(request: FastifyRequest, reply: FastifyReply, progress: Progress) {
  return 'ticket' in progress ? progress : letIn(request, reply, progress)
}

function letIn(request: FastifyRequest, reply: FastifyReply, { accessToken, device, refresh }: SignedIn) {
  setRefreshCookie(request, reply, refresh)
  setDeviceCookie(request, reply, device)
  return { access_token: accessToken }
}
