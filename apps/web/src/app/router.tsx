import { type ComponentType, lazy, Suspense } from 'react'
import { Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { OfflineBanner } from './offline-banner.js'
import { ProtectedOnly, VisitorsOnly } from './route-guard.js'
import { RouteFault } from './route-fault.js'

/*
 * Pages are React's lazy components and not lazy routes: a lazy route is fetched before its guard has looked, and a
 * visitor who may not see the viewer would download it.
 */
const LandingPage = page(async () => (await import('../features/landing/landing-page.js')).LandingPage)
const SignInPage = page(async () => (await import('../features/accounts/sign-in-page.js')).SignInPage)
const SignUpPage = page(async () => (await import('../features/accounts/sign-up-page.js')).SignUpPage)
const ThankYouPage = page(async () => (await import('../features/accounts/thank-you-page.js')).ThankYouPage)
const SetupPage = page(async () => (await import('../features/accounts/setup-page.js')).SetupPage)
const SignedInRoom = page(async () => (await import('./signed-in-room.js')).SignedInRoom)
const FilesPage = page(async () => (await import('../features/files/files-page.js')).FilesPage)
const ViewerPage = page(async () => (await import('../features/viewer/viewer-page.js')).ViewerPage)
const NotFoundPage = page(async () => (await import('../features/not-found/not-found-page.js')).NotFoundPage)

function page(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

function Root() {
  return (
    <>
      <OfflineBanner />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      <ScrollRestoration />
    </>
  )
}

/** Paths match in any case: /signUp and /signup, /ViewerPage and /viewerpage are the same. */
export const appRoutes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteFault />,
    children: [
      {
        element: <VisitorsOnly />,
        children: [
          { path: '/', element: <LandingPage /> },
          { path: '/signin', element: <SignInPage /> },
          { path: '/login', element: <SignInPage /> },
          { path: '/signUp', element: <SignUpPage /> },
          { path: '/thank-you', element: <ThankYouPage /> },
        ],
      },
      { path: '/setup', element: <SetupPage /> },
      {
        element: (
          <ProtectedOnly>
            <SignedInRoom />
          </ProtectedOnly>
        ),
        children: [
          { path: '/home', element: <FilesPage /> },
          { path: '/file-manager', element: <FilesPage /> },
          { path: '/ViewerPage', element: <ViewerPage /> },
        ],
      },
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]
