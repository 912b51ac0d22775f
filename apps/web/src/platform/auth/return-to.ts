import { administratorSignInPath } from '@kamar/contracts/page-paths'

const key = 'returnTo'
const filesPage = '/home'

/** The page that a visitor requested before signing in; stored for the lifetime of the tab. */
export const returnTo = {
  remember(path: string): void {
    try {
      sessionStorage.setItem(key, path)
    } catch {
      // Without storage the user arrives at the files page, which is acceptable.
    }
  },
  clear(): void {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // As above.
    }
  },
  /** Returns the requested page; null for none. */
  target(): string | null {
    const path = returnTo.path()
    return path === filesPage ? null : path
  },
  /** Returns the sign-in page that leads to the requested page; administrators have their own. */
  signInPath: (): string =>
    returnTo.path().toLowerCase().startsWith('/adminpage') ? administratorSignInPath : '/signin',
  /** Returns the requested page, else the files page; only ever returns a path of this site. */
  path(): string {
    try {
      const path = sessionStorage.getItem(key)
      return path && /^\/(?![/\\])/.test(path) ? path : filesPage
    } catch {
      return filesPage
    }
  },
}
