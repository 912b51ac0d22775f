import { type AccountRecord, ApiError, limits, type SignInResponse, type SignInStep } from '@kamar/contracts'
import { api, publicApi } from '../api/api.js'
import { accessToken } from '../api/access-token.js'
import { wipeDevice } from '../offline-models/device-owner.js'
import { refreshAccessToken, whenSessionOver } from '../api/refresh-access-token.js'
import { showError } from '../errors/error-dialog-state.js'
import { errorMessage } from '../errors/error-message.js'
import { createObservable, useObservable } from '../observable.js'
import { storage, storageKeys } from '../storage.js'

/** Reason why no user is signed in: never signed in on this page, the session expired, or the user signed out. */
export type SignedOutReason = 'visitor' | 'expired' | 'left'

export interface Session {
  readonly signedIn: boolean
  readonly account: AccountRecord | null
  /** Whether a sign-in or the loading of the account is in progress. */
  readonly busy: boolean
  readonly signedOutReason: SignedOutReason
}

const session = createObservable<Session>({
  signedIn: accessToken.read() !== null,
  account: null,
  busy: false,
  signedOutReason: 'visitor',
})

export const useSession = (): Session => useObservable(session)
export const getSession = (): Session => session.get()

whenSessionOver(() => markSignedOut('expired'))
accessToken.subscribe(() => {
  const signedIn = accessToken.read() !== null
  if (signedIn === session.get().signedIn) return
  if (signedIn) session.set((current) => ({ ...current, signedIn }))
  else markSignedOut('left')
})

/**
 * Performs one step of signing in. Resolves with the next required step, or null once the account is signed in and
 * loaded; on failure no user is signed in, and the error is passed on for the form to show.
 */
export async function signInWith(signInRequest: () => Promise<SignInResponse>): Promise<SignInStep | null> {
  session.set((current) => ({ ...current, busy: true }))
  try {
    const result = await signInRequest()
    if ('ticket' in result) return result
    accessToken.write(result.access_token)
    session.set((current) => ({ ...current, signedIn: true }))
    await fetchAccount()
    return null
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) showError(errorMessage(error))
    throw error
  } finally {
    session.set((current) => ({ ...current, busy: false }))
  }
}

/** Loads the signed-in account. Without a response the session is unchanged, a rejection ends it. */
export async function fetchAccount(): Promise<void> {
  session.set((current) => ({ ...current, busy: true }))
  try {
    const account = await api.call('me')
    // The session may have ended while the request was pending.
    if (accessToken.read() !== null) session.set((current) => ({ ...current, account, signedIn: true }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) showError(errorMessage(error))
    if (isRefusal(error)) clearSession('expired')
    throw error
  } finally {
    session.set((current) => ({ ...current, busy: false }))
  }
}

/** Stores changes of the signed-in account; ignored after the user has signed out. */
export function storeAccount(account: AccountRecord): void {
  if (session.get().signedIn) session.set((current) => ({ ...current, account }))
}

/** Removes user and token whether or not the server receives the request. */
export async function signOut(): Promise<void> {
  const ended = publicApi.call('logout').catch(() => null)
  clearSession('left')
  await ended
}

/** Refreshes the token now and every half hour until the signal aborts. */
export function scheduleSessionRefresh(signal: AbortSignal): void {
  const refresh = (): void => {
    // A rejection ends the session by itself; a network error is retried next time.
    if (accessToken.read() !== null) refreshAccessToken(accessToken.read()).catch(() => null)
  }
  refresh()
  const timer = setInterval(refresh, limits.viewerTokenRefreshMilliseconds)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** Records that a page for visitors is shown: all later requests come from a visitor. */
export function arriveAsVisitor(): void {
  if (!session.get().signedIn) session.set((current) => ({ ...current, signedOutReason: 'visitor' }))
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== null && [401, 403, 404].includes(error.status)

function clearSession(reason: SignedOutReason): void {
  markSignedOut(reason)
  accessToken.clear()
}

/** Removes all data of the account, so that the next account on the same device cannot see it. */
function markSignedOut(reason: SignedOutReason): void {
  session.set((current) => ({ ...current, signedIn: false, account: null, signedOutReason: reason }))
  storage.remove(storageKeys.viewerToken)
  storage.remove(storageKeys.uploadedFiles)
  // After an expired session the stored models remain; signing out removes them.
  if (reason === 'left') {
    storage.remove(storageKeys.recentCommands)
    void wipeDevice()
  }
}
