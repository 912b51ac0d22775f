import { type ReactNode, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { returnTo } from '../shared/auth/return-to.js'
import { arriveAsVisitor, type SignedOutBecause, useSession } from '../shared/auth/session.js'
import { welcome } from '../shared/auth/welcome.js'
import { useObservable } from '../shared/observable.js'

/** State of the link "Pricing", which points to a protected page and means the plans. */
export interface PricingState {
  readonly from: 'pricing'
}

const isFromPricing = (state: unknown): boolean => (state as PricingState | null)?.from === 'pricing'

/** Pages for signed-in users; everybody else goes to the root page, or to /login when a session ran out. */
export function ProtectedOnly({ children }: { children: ReactNode }) {
  const { signedIn, signedOutBecause } = useSession()
  if (!signedIn) return <SentAway because={signedOutBecause} />
  return <>{children}</>
}

function SentAway({ because }: { because: SignedOutBecause }) {
  const { pathname, search, hash, state } = useLocation()
  const toPlans = isFromPricing(state)
  useEffect(() => {
    // Who left on purpose, or only asked for the plans, is not led back.
    if (because === 'left' || toPlans) returnTo.clear()
    else returnTo.remember(pathname + search + hash)
  }, [because, toPlans, pathname, search, hash])
  if (toPlans) return <Navigate to="/#pricing" replace />
  return <Navigate to={because === 'expired' ? '/login' : '/'} replace />
}

/** Pages that a signed-in user has no use for: leads to the page asked for before signing in, else to the files. */
export function VisitorsOnly() {
  const { signedIn, busy } = useSession()
  const isWelcomed = useObservable(welcome)
  useEffect(arriveAsVisitor, [])
  // While a sign-in is under way its form stays, so that its busy state does not flash.
  if (signedIn && !busy && !isWelcomed) return <Navigate to={returnTo.path()} replace />
  return <Outlet />
}
