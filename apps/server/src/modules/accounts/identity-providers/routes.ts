import { AppError } from '@kamar/core'
import { ProviderName } from '@kamar/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asAppError } from '../../../platform/http/error-responses.js'
import { preferredLanguage } from '../../../platform/http/language.js'
import { enter } from '../../../platform/http/mount-routes.js'
import { cookieOptionsFor, setRefreshCookie } from '../refresh-cookie.js'
import type { Progress } from '../sign-in-flow.js'
import { authorizationRequestSeconds, type ProviderSignIn, type SignInContext } from './provider-sign-in.js'

const cookieName = 'kamar_provider'
const cookiePath = '/api/auth/providers'
const signInPage = '/signin'

interface ProviderRequest {
  readonly Params: { readonly provider: string }
  readonly Querystring: { readonly remember?: string }
}

/**
 * Adds the two routes of a sign-in at an identity provider. They are pages and not API calls: in every case the browser
 * is redirected to the sign-in page, which reads the result from the fragment of its URL, which no server and no log
 * sees.
 */
export function addProviderRoutes(app: FastifyInstance, signIn: ProviderSignIn): void {
  app.get<ProviderRequest>(`${cookiePath}/:provider/start`, { onRequest: enter('public') }, async (request, reply) =>
    leadOn(request, reply, async (provider) => {
      const remember = request.query.remember === 'true'
      const { sealed, target } = await signIn.begin(provider, { remember, address: request.ip })
      // Lax: the browser returns by a link of another site, and has to send the cookie.
      const options = { ...cookieOptionsFor(request, reply), path: cookiePath, sameSite: 'lax' as const }
      reply.setCookie(cookieName, sealed, { ...options, maxAge: authorizationRequestSeconds })
      return target.href
    }),
  )
  app.get<ProviderRequest>(`${cookiePath}/:provider/callback`, { onRequest: enter('public') }, async (request, reply) =>
    leadOn(request, reply, async (provider) => {
      reply.clearCookie(cookieName, { path: cookiePath })
      const query = new URL(request.url, 'http://localhost').search
      const sealed = request.cookies[cookieName]
      const progress = await signIn.finish(provider, { query, sealed }, getSignInContext(request))
      return createPageAddress(request, reply, { provider, progress })
    }),
  )
}

export function getSignInContext(request: FastifyRequest): SignInContext {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    locale: preferredLanguage(request.headers['accept-language']),
  }
}

async function leadOn(
  request: FastifyRequest<ProviderRequest>,
  reply: FastifyReply,
  work: (provider: ProviderName) => Promise<string>,
): Promise<FastifyReply> {
  const provider = ProviderName.safeParse(request.params.provider)
  if (!provider.success) throw new AppError('not-found')
  reply.header('cache-control', 'no-store')
  try {
    return await reply.redirect(await work(provider.data), 303)
  } catch (error) {
    const { code, cause, status } = asAppError(error)
    if (status >= 500) throw error
    request.log.info({ err: cause, code, provider: provider.data }, 'provider sign-in refused')
    return reply.redirect(pageWith({ problem: code, provider: provider.data }), 303)
  }
}

function createPageAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { progress, provider }: { readonly provider: ProviderName; readonly progress: Progress },
): string {
  if ('ticket' in progress) return pageWith({ next: progress.next, ticket: progress.ticket })
  setRefreshCookie(request, reply, progress.refresh)
  return pageWith({ provider })
}

function pageWith(parameters: Readonly<Record<string, string>>): string {
  return `${signInPage}#${new URLSearchParams(parameters).toString()}`
}
