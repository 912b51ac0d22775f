import { administratorSignInPath } from '@kamar/contracts/page-paths'
import { type ComponentType, lazy, Suspense } from 'react'
import { Outlet, type RouteObject, ScrollRestoration, useNavigate } from 'react-router'
import { publicPages } from '../public/pages.js'
import { PageNavigation } from '../platform/shell/page-link.js'
import { membersPath, projectsPath } from '../platform/folders/folder-paths.js'
import { searchPath } from '../platform/search-path.js'
import { issuesPath } from '../platform/collaboration/issues-link.js'
import { withMessages } from '../platform/i18n/index.js'
import { OfflineBanner } from './offline-banner.js'
import { ProtectedOnly, VisitorsOnly } from './route-guard.js'
import { RouteFault } from './route-fault.js'

/*
 * Pages are React's lazy components and not lazy routes: a lazy route is fetched before its guard runs, and a visitor
 * without access to the viewer would download it.
 */
const LandingPage = page(publicPages.landing.load)
const SignInPage = page(async () => (await import('../modules/accounts/sign-in-page.js')).SignInPage)
const AdminSignInPage = page(async () => (await import('../modules/accounts/admin-sign-in-page.js')).AdminSignInPage)
const ForgotPasswordPage = page(
  async () => (await import('../modules/accounts/forgot-password-page.js')).ForgotPasswordPage,
)
const ResetPasswordPage = page(
  async () => (await import('../modules/accounts/reset-password-page.js')).ResetPasswordPage,
)
const VerifyEmailPage = page(async () => (await import('../modules/accounts/verify-email-page.js')).VerifyEmailPage)
const SignUpPage = page(async () => (await import('../modules/accounts/sign-up-page.js')).SignUpPage)
const ThankYouPage = page(async () => (await import('../modules/accounts/thank-you-page.js')).ThankYouPage)
const SetupPage = page(async () => (await import('../modules/accounts/setup-page.js')).SetupPage)
const SignedInLayout = page(async () => (await import('./signed-in-layout.js')).SignedInLayout)
const FilesPage = page(async () => (await withMessages('folders', import('../modules/files/files-page.js'))).FilesPage)
const ProjectsPage = page(
  async () => (await withMessages('folders', import('../modules/projects/projects-page.js'))).ProjectsPage,
)
const ActivityPage = page(
  async () =>
    (await withMessages('audit', withMessages('folders', import('../modules/projects/activity-page.js')))).ActivityPage,
)
const SearchPage = page(
  async () =>
    (await withMessages('folders', withMessages('search', import('../modules/search/search-page.js')))).SearchPage,
)
const SheetsPage = page(
  async () =>
    (await withMessages('folders', withMessages('search', import('../modules/search/sheets/sheets-page.js'))))
      .SheetsPage,
)
const MembersPage = page(
  async () =>
    (await withMessages('folders', withMessages('members', import('../modules/projects/members/members-page.js'))))
      .MembersPage,
)
const BinPage = page(async () => (await withMessages('folders', import('../modules/files/bin-page.js'))).BinPage)
const FontsPage = page(async () => (await import('../modules/fonts/fonts-page.js')).FontsPage)
const ProfilePage = page(async () => (await import('../modules/profile/profile-page.js')).ProfilePage)
const PreferencesPage = page(async () => (await import('../modules/preferences/preferences-page.js')).PreferencesPage)
const SecurityPage = page(async () => (await import('../modules/security/security-page.js')).SecurityPage)
const StoragePage = page(async () => (await import('../modules/storage/storage-page.js')).StoragePage)
const DevicePage = page(async () => (await import('../modules/offline-models/device-page.js')).DevicePage)
const ApiAccessPage = page(async () => (await import('../modules/api-access/api-access-page.js')).ApiAccessPage)
const IssuesPage = page(
  async () => (await withMessages('issues', import('../modules/issues/issues-page.js'))).IssuesPage,
)
const AdminPage = page(async () => (await import('../modules/admin/admin-page.js')).AdminPage)
const ViewerPage = page(async () => (await withMessages('viewer', import('../viewer/shell/viewer-page.js'))).ViewerPage)
const DifferenceReportPage = page(
  async () =>
    (await withMessages('viewer', import('../viewer/tools/comparison/difference-report-page.js'))).DifferenceReportPage,
)
const SharePage = page(async () => (await withMessages('viewer', import('../viewer/share/share-page.js'))).SharePage)
const InvitationPage = page(async () => (await import('../modules/invitation/invitation-page.js')).InvitationPage)
const NotFoundPage = page(async () => (await import('../modules/not-found/not-found-page.js')).NotFoundPage)

function page<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}

function Root() {
  const navigate = useNavigate()
  return (
    <PageNavigation value={(path, state) => void navigate(path, { state })}>
      <OfflineBanner />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
      <ScrollRestoration />
    </PageNavigation>
  )
}

/** The server sends these pages prerendered; these routes serve links inside the application. */
const footerRoutes: RouteObject[] = Object.values(publicPages)
  .filter(({ path }) => path !== '/')
  .map(({ path, load }) => {
    const Page = page(load)
    return { path, element: <Page /> }
  })

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
          { path: administratorSignInPath, element: <AdminSignInPage /> },
          { path: '/signUp', element: <SignUpPage /> },
          { path: '/thank-you', element: <ThankYouPage /> },
          { path: '/forgot-password', element: <ForgotPasswordPage /> },
        ],
      },
      { path: '/setup', element: <SetupPage /> },
      { path: '/reset-password', element: <ResetPasswordPage /> },
      { path: '/verify-email', element: <VerifyEmailPage /> },
      { path: '/share', element: <SharePage /> },
      { path: '/invitation', element: <InvitationPage /> },
      {
        element: (
          <ProtectedOnly>
            <SignedInLayout />
          </ProtectedOnly>
        ),
        children: [
          { path: '/home', element: <FilesPage /> },
          { path: '/file-manager', element: <FilesPage /> },
          { path: '/recent', element: <FilesPage key="recent" collection="recent" /> },
          { path: '/starred', element: <FilesPage key="starred" collection="starred" /> },
          { path: issuesPath, element: <IssuesPage /> },
          { path: projectsPath, element: <ProjectsPage /> },
          { path: `${projectsPath}/:projectId`, element: <FilesPage /> },
          { path: `${projectsPath}/:projectId/activity`, element: <ActivityPage /> },
          { path: `${projectsPath}/:projectId/folders/:folderId`, element: <FilesPage /> },
          { path: `${projectsPath}/:projectId/sheets`, element: <SheetsPage /> },
          { path: searchPath, element: <SearchPage /> },
          { path: membersPath(':projectId'), element: <MembersPage /> },
          { path: '/bin', element: <BinPage /> },
          { path: '/ViewerPage', element: <ViewerPage /> },
          { path: '/differences', element: <DifferenceReportPage /> },
          { path: '/profile-settings', element: <ProfilePage /> },
          { path: '/security', element: <SecurityPage /> },
          { path: '/Preferences', element: <PreferencesPage /> },
          { path: '/storage', element: <StoragePage /> },
          { path: '/drawing-fonts', element: <FontsPage /> },
          { path: '/on-this-device', element: <DevicePage /> },
          { path: '/api-access', element: <ApiAccessPage /> },
          { path: '/AdminPage', element: <AdminPage /> },
        ],
      },
      ...footerRoutes,
      { path: '*', element: <NotFoundPage /> },
    ],
  },
]
