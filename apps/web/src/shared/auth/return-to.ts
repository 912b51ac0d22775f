import { administratorSignInPath } from '@kamar/contracts/core'

const key = 'returnTo'
const filesPage = '/home'

/** The page a visitor asked for before signing in; lives as long as the tab. */
export const returnTo = {
  remember(path: string): void {
    try {
      sessionStorage.setItem(key, path)
    } catch {
      // Without storage one lands on the files, which is no loss.
    }
  },
  clear(): void {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // As above.
    }
  },
  /** The page that a visitor asked for; null for none. */
  target(): string | null {
    const path = returnTo.path()
    return path === filesPage ? null : path
  },
  /** The sign-in that leads to the page asked for: administrators have one of their own. */
  signInPath: (): string =>
    returnTo.path().toLowerCase().startsWith('/adminpage') ? administratorSignInPath : '/signin',
  /** The page asked for, else the files; only a path of our own is ever answered. */
  path(): string {
    try {
      const path = sessionStorage.getItem(key)
      return path && /^\/(?![/\\])/.test(path) ? path : filesPage
    } catch {
      return filesPage
    }
  },
}
