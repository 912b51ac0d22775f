import { AppError } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Handlers } from '../../http/mount-routes.js'
import type { AccountService, SignedIn, SignInAttempt } from './account-service.js'
import { setUpAdministrator } from './administrator.js'
import type { AttemptLimits } from './attempt-limits.js'
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.js'

type AccountRouteName = 'register' | 'login' | 'adminLogin' | 'me' | 'logout' | 'refresh' | 'viewerToken' | 'setup'

const done = { done: true } as const

export function accountRoutes({
  accounts,
  attempts,
  database,
}: {
  readonly accounts: AccountService
  readonly attempts: AttemptLimits
  readonly database: Kysely<Database>
}): Pick<Handlers, AccountRouteName> {
  return {
    async register({ body, request }) {
      await accounts.register(body, request.ip)
      return done
    },
    async login({ body, request, reply }) {
      const signedIn = await accounts.signIn(attemptOf(request, { ...body, name: body.email }))
      return grant(request, reply, signedIn)
    },
    async adminLogin({ body, request, reply }) {
      const signedIn = await accounts.signInAdministrator(attemptOf(request, { ...body, name: body.username }))
      return grant(request, reply, signedIn)
    },
    me: ({ actor }) => accounts.describe(actor),
    async logout({ actor, request, reply }) {
      await accounts.signOut(actor, readRefreshCookie(request))
      clearRefreshCookie(request, reply)
      return done
    },
    async refresh({ request, reply }) {
      try {
        return grant(request, reply, await accounts.refresh(readRefreshCookie(request)))
      } catch (error) {
        // Only a refusal is final; a fault of ours must not cost the user their sign-in.
        if (error instanceof AppError && error.code === 'refresh-refused') clearRefreshCookie(request, reply)
        throw error
      }
    },
    viewerToken: ({ actor }) => accounts.viewerToken(actor),
    async setup({ body, request }) {
      await attempts.setUp(request.ip)
      await setUpAdministrator(database, body)
      return done
    },
  }
}

function attemptOf(
  request: FastifyRequest,
  form: { readonly name: string; readonly password: string; readonly remember?: boolean | undefined },
): SignInAttempt {
  return {
    name: form.name,
    password: form.password,
    remember: form.remember ?? false,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
  }
}

function grant(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): { access_token: string } {
  setRefreshCookie(request, reply, signedIn.refresh)
  return { access_token: signedIn.accessToken }
}
