import { type ReactNode, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { returnTo } from '../platform/auth/return-to.js'
import { sessionEnded } from '../platform/auth/session-ended.js'
import { arriveAsVisitor, type SignedOutReason, useSession } from '../platform/auth/session.js'
import { welcome } from '../platform/auth/welcome.js'
import { useObservable } from '../platform/observable.js'

/** State of the link "Pricing", which points to a protected page and means the plans. */
export interface PricingState {
  readonly from: 'pricing'
}

const isFromPricing = (state: unknown): boolean => (state as PricingState | null)?.from === 'pricing'

/** Guards pages for signed-in users; redirects others to the root page, or to /login when a session expired. */
export function ProtectedOnly({ children }: { children: ReactNode }) {
  const { signedIn, signedOutReason } = useSession()
  if (!signedIn) return <SignInRedirect reason={signedOutReason} />
  return <>{children}</>
}

function SignInRedirect({ reason }: { reason: SignedOutReason }) {
  const { pathname, search, hash, state } = useLocation()
  const toPlans = isFromPricing(state)
  useEffect(() => {
    // No redirect back after signing out, or when only the plans were requested.
    if (reason === 'left' || toPlans) returnTo.clear()
    else returnTo.remember(pathname + search + hash)
  }, [reason, toPlans, pathname, search, hash])
  if (toPlans) return <Navigate to="/#pricing" replace />
  if (reason === 'expired') return <Navigate to="/login" replace state={sessionEnded} />
  return <Navigate to="/" replace />
}

/** Guards pages for visitors: redirects a signed-in user to the page requested before signing in, else to the files. */
export function VisitorsOnly() {
  const { signedIn, busy } = useSession()
  const isWelcomed = useObservable(welcome)
  useEffect(arriveAsVisitor, [])
  // During a sign-in its form stays, so that its busy state does not flash.
  if (signedIn && !busy && !isWelcomed) return <Navigate to={returnTo.path()} replace />
  return <Outlet />
}
