/** User role of a screen: a visitor, a user with files, one without, the administrator. */
export type Viewer = 'visitor' | 'person' | 'beginner' | 'administrator'

export interface Screen {
  readonly name: string
  readonly path: string
  readonly viewer: Viewer
  /** English texts of the specification that appear on it, or are announced by it. */
  readonly texts: readonly string[]
  /** Whether its long texts are checked in all four languages. */
  readonly isLong?: true
  /** Selector that matches only once the screen is complete. */
  readonly ready?: string
  /** Button to click once the page is loaded. */
  readonly buttonName?: string
}

const signInTexts = [
  'Password',
  'Show password',
  'Remember me',
  'Forgot password?',
  'Sign In',
  'Continue with Google',
  'Continue with Microsoft',
  'Sign up',
]

const landingTexts = [
  'Kamar',
  'Features',
  'Benefits',
  'Pricing',
  'Sign In',
  'Watch Demo',
  'Nothing to install',
  'Download your original at any time',
  'Anything we can’t read is reported, never hidden',
  'IFC, DWG, RVT',
  'Extensions and plugins',
  'Change detection',
  'difference report',
  'Markup, comments and team communication',
  'Analytics and audit trail',
  'Secure storage',
  '40%',
  'faster work',
  '60%',
  'savings',
  '3x',
  'engagement',
  'Previous advantage',
  'Next advantage',
  '3D viewer',
  'Collaboration',
  'Mobile view',
  'Start Free Trial',
  'Schedule Demo',
  'Documentation',
  'Contact',
  'Privacy',
  'Terms of use',
  'Licences',
  'Professional',
  '100 GB storage with unlimited file uploads',
]

const fileManagerTexts = [
  'Kamar',
  'Upload',
  'Account menu',
  'View Model',
  'Download',
  'Delete',
  'Ready',
  'Search files...',
  'Sort by date',
  'List',
  'Grid',
  '4 files',
]

const visitorScreens: readonly Omit<Screen, 'viewer'>[] = [
  { name: 'landing page', path: '/', isLong: true, texts: landingTexts },
  { name: 'sign-in', path: '/signin', texts: ['Email', ...signInTexts] },
  {
    name: 'administrator sign-in',
    path: '/signin/admin/dev/ArB',
    texts: ['Welcome Back', 'Sign in to your Kamar account', 'Username', ...signInTexts],
  },
  {
    name: 'sign-up',
    path: '/signUp',
    texts: ['Email', 'Company', 'Password', 'Continue with Google', 'Continue with Microsoft', 'Sign in'],
  },
  { name: 'thank-you', path: '/thank-you', texts: ['successful', 'Sign In', 'Contact support'] },
  { name: 'not-found', path: '/no/such/page', texts: ['Oops! Page not found', 'Return to Home'] },
  {
    name: 'second factor',
    path: '/signin#next=second-factor&ticket=none',
    texts: ['One more step', 'Code', 'Continue'],
  },
  { name: 'forgotten password', path: '/forgot-password', texts: ['Forgot your password?', 'Email', 'Send link'] },
  { name: 'new password', path: '/reset-password#code=abc', texts: ['Set a new password', 'Password'] },
  { name: 'confirmation of an address', path: '/verify-email#code=abc', texts: ['Confirm your email'] },
  { name: 'first administrator', path: '/setup?code=abc', texts: ['Create the first administrator', 'Username'] },
  { name: 'documentation', path: '/documentation', isLong: true, texts: ['Documentation', '.ifc', '.dwg', '.rvt'] },
  { name: 'contact', path: '/contact', isLong: true, texts: ['Contact', 'Email', 'Message'] },
  { name: 'privacy', path: '/privacy', isLong: true, texts: ['Privacy'] },
  { name: 'terms', path: '/terms', isLong: true, texts: ['Terms of use'] },
  { name: 'licences', path: '/licences', isLong: true, texts: ['Licences', 'Apache-2.0', 'MIT'] },
]

const userScreens: readonly Omit<Screen, 'viewer'>[] = [
  { name: 'file manager', path: '/home', ready: '[data-file-id]', texts: fileManagerTexts },
  {
    name: 'file manager as a grid',
    path: '/home?view=grid',
    ready: '[role=gridcell]',
    texts: ['4 files', 'house.ifc'],
  },
  {
    name: 'account menu',
    path: '/home',
    ready: '[data-file-id]',
    buttonName: 'header button[aria-haspopup=menu]:has(.sr-only)',
    texts: ['Ani Hakobyan', 'person', '@example.com', 'Profile Settings', 'Storage', 'Preferences', 'Sign Out'],
  },
  { name: 'projects', path: '/projects', ready: 'main ul li', texts: ['Projects', 'New project', 'My files'] },
  {
    name: 'search',
    path: '/search?words=house',
    ready: 'main section ul li',
    texts: ['Search', '2 files', 'house.ifc', 'houses.dwf', 'Type', 'Uploaded by', 'Last 7 days', 'My files'],
  },
  { name: 'search without a match', path: '/search?words=zzzz', texts: ['Nothing found for “zzzz”.'] },
  {
    name: 'sheets of a project',
    path: '/projects/$personal/sheets',
    ready: 'main tbody tr',
    texts: ['Sheets', 'Number', 'Title', 'Discipline', 'Revision', 'Ground floor', 'houses.dwf', '1 sheet'],
  },
  {
    name: 'members of a project',
    path: '/projects/$project/members',
    ready: 'main form',
    texts: ['Members', 'Cascade', 'Invite people', 'gor@example.com', 'Groups and organisations', 'Ararat', 'Owner'],
  },
  {
    name: 'project',
    path: '/projects/$project',
    ready: 'ul[aria-label] a[href$="/activity"]',
    texts: ['Cascade', 'Open issues', 'Activity', 'Storage', 'Sheets', 'New folder', 'This folder is empty'],
  },
  {
    name: 'activity of a project',
    path: '/projects/$personal/activity',
    ready: 'main li',
    texts: ['Activity', 'My files', 'uploaded', 'house.ifc'],
  },
  { name: 'recent files', path: '/recent', ready: '[data-file-id]', texts: ['Recent', 'house.ifc'] },
  { name: 'starred files', path: '/starred', texts: ['Starred', 'Add a star to files and folders to find them here'] },
  { name: 'bin', path: '/bin', ready: 'main ul li', texts: ['Bin', 'Restore', 'Delete', 'permanently'] },
  {
    name: 'viewer',
    path: '/ViewerPage',
    ready: 'canvas',
    texts: [
      'Ready to Load 3D Models',
      'Viewer ready! Load a model to get started.',
      'Connected',
      'Sign Out',
      'Upload',
      'Files',
      'Examples',
      'Fit to Window',
      'Reset View',
      'Toggle Fullscreen',
    ],
  },
  {
    name: 'viewer with a model',
    path: '/ViewerPage?urn=$urn',
    ready: 'canvas',
    texts: ['Model loaded successfully!', 'house.ifc', 'Model tree', 'Fit to Window', 'Reset View'],
  },
  {
    name: 'viewer with a comparison',
    path: '/ViewerPage?urn=$urn&compare=$urn',
    ready: '[aria-label="What is shown"]',
    texts: ['Compare', 'Added', 'Removed', 'Changed', 'Unchanged', 'Difference report'],
  },
  {
    name: 'difference report',
    path: '/differences?urn=$urn&compare=$urn',
    ready: 'main dl',
    texts: ['Difference report', 'house.ifc', 'Nothing changed between these versions.', 'Download CSV'],
  },
  {
    name: 'profile',
    path: '/profile-settings',
    ready: 'main form',
    texts: ['Change photo', 'First name', 'Last name', 'Email', 'Phone', 'Company', 'Location', 'Bio', 'Save changes'],
  },
  {
    name: 'preferences',
    path: '/Preferences',
    ready: 'main form',
    texts: [
      'Theme',
      'Light',
      'Dark',
      'Language',
      'English',
      'Հայերեն',
      'Русский',
      'Español',
      'Email notifications',
      'Push notifications',
      'Weekly reports',
      'Auto-save',
      'Two-factor authentication',
      'Changes are saved automatically.',
    ],
  },
  {
    name: 'security',
    path: '/security',
    ready: 'main form',
    texts: ['Security', 'Current password', 'Two-factor sign-in', 'Signed-in devices', 'this device'],
  },
  {
    name: 'storage',
    path: '/storage',
    ready: '[role=meter]',
    texts: [
      'used of 100',
      'available',
      'CAD Files',
      'Other',
      'Professional',
      'storage with unlimited file uploads',
      'Upgrade Plan',
      'Back to files',
    ],
  },
  {
    name: 'issues of all files',
    path: '/issues',
    ready: 'main [role=status]:not(:empty)',
    texts: ['Issues', 'Issues of all files that you can see', 'Mine', 'All', 'Overdue', 'Search issues', 'Export'],
  },
  {
    name: 'API access',
    path: '/api-access',
    ready: 'main pre',
    texts: ['Nightly upload', 'Client ID', 'data:read', 'New secret', 'Revoke', 'First steps', 'Back to files'],
  },
]

const beginnerScreens: readonly Omit<Screen, 'viewer'>[] = [
  {
    name: 'empty file manager',
    path: '/home',
    texts: ['No files found', '0 files', 'Select a file to preview', 'Choose a file'],
  },
  { name: 'projects without a shared one', path: '/projects', ready: 'main ul li', texts: ['No projects yet'] },
  { name: 'empty bin', path: '/bin', texts: ['The bin is empty'] },
  { name: 'administration without the right', path: '/AdminPage', texts: ["You don't have permission for this"] },
]

const administratorScreens: readonly Omit<Screen, 'viewer'>[] = [
  {
    name: 'administration',
    path: '/AdminPage',
    ready: 'select',
    texts: [
      'Admin Dashboard',
      'Manage user applications',
      'Add New Application',
      'Full Name',
      'Email',
      'Password',
      'Create User',
      'User Applications',
      ' total',
      'Name',
      'Position',
      'Status',
      'Date',
      'Actions',
      'Pending',
      'Approved',
      'Rejected',
      'Delete',
    ],
  },
  { name: 'groups', path: '/AdminPage?tab=groups', ready: '#admin-panel li', texts: ['New group', 'Ararat'] },
  {
    name: 'company accounts',
    path: '/AdminPage?tab=companies',
    ready: '#admin-panel li',
    texts: ['New company account', 'Masis'],
  },
  { name: 'requests', path: '/AdminPage?tab=requests', texts: ['requested a larger plan', 'Grant', 'Decline'] },
  { name: 'outbox', path: '/AdminPage?tab=outbox', texts: ['Outbox', 'Reset your password'] },
  { name: 'settings', path: '/AdminPage?tab=settings', texts: ['Approval required', 'Sign-up open'] },
  {
    name: 'audit trail',
    path: '/AdminPage?tab=audit',
    texts: ['Audit trail', 'Verify integrity', 'Download CSV', 'Event', 'Kind', 'signed in'],
  },
]

const seenBy = (viewer: Viewer, screens: readonly Omit<Screen, 'viewer'>[]): Screen[] =>
  screens.map((screen) => ({ ...screen, viewer }))

/**
 * Every screen of the product; `$urn` stands for the URN of a translated model, `$project` for the id of a shared
 * project, `$personal` for that of the personal one.
 */
export const screens: readonly Screen[] = [
  ...seenBy('visitor', visitorScreens),
  ...seenBy('person', userScreens),
  ...seenBy('beginner', beginnerScreens),
  ...seenBy('administrator', administratorScreens),
]
