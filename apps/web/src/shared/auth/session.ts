import { type AccountRecord, ApiError, limits, type SignInResponse, type SignInStep } from '@kamar/contracts'
import { api, publicApi } from '../api/api.js'
import { accessToken } from '../api/access-token.js'
import { wipeDevice } from '../offline-models/device-owner.js'
import { refreshAccessToken, whenSessionOver } from '../api/refresh-access-token.js'
import { showError } from '../errors/error-dialog-state.js'
import { errorMessage } from '../errors/error-message.js'
import { createObservable, useObservable } from '../observable.js'
import { storage, storageKeys } from '../storage.js'

/** Why nobody is signed in: never was on this page, the session ended by itself, or the user left. */
export type SignedOutBecause = 'visitor' | 'expired' | 'left'

export interface Session {
  readonly signedIn: boolean
  readonly account: AccountRecord | null
  /** A sign-in or the reading of the account is under way. */
  readonly busy: boolean
  readonly signedOutBecause: SignedOutBecause
}

const session = createObservable<Session>({
  signedIn: accessToken.read() !== null,
  account: null,
  busy: false,
  signedOutBecause: 'visitor',
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
 * One step of signing in. Answers the step that is still missing, or null once the account is signed in and read; a failure
 * leaves nobody signed in and is passed on for the form to show.
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

/** Reads who is signed in; no answer to that leaves the session as it is, a refusal ends it. */
export async function fetchAccount(): Promise<void> {
  session.set((current) => ({ ...current, busy: true }))
  try {
    const account = await api.call('me')
    // The session may have ended while the answer was under way.
    if (accessToken.read() !== null) session.set((current) => ({ ...current, account, signedIn: true }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) showError(errorMessage(error))
    if (isRefusal(error)) clearSession('expired')
    throw error
  } finally {
    session.set((current) => ({ ...current, busy: false }))
  }
}

/** The signed-in account changed; for somebody who left meanwhile it is nothing. */
export function storeAccount(account: AccountRecord): void {
  if (session.get().signedIn) session.set((current) => ({ ...current, account }))
}

/** Forgets user and token whether or not the server hears of it. */
export async function signOut(): Promise<void> {
  const ended = publicApi.call('logout').catch(() => null)
  clearSession('left')
  await ended
}

/** Refreshes the token now and every half hour until the signal aborts. */
export function scheduleSessionRefresh(signal: AbortSignal): void {
  const refresh = (): void => {
    // Refusals end the session by themselves; a missing network is tried again next time.
    if (accessToken.read() !== null) refreshAccessToken(accessToken.read()).catch(() => null)
  }
  refresh()
  const timer = setInterval(refresh, limits.viewerTokenRefreshMilliseconds)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** A page for visitors is on screen: whatever is asked for from here on, a visitor asks for. */
export function arriveAsVisitor(): void {
  if (!session.get().signedIn) session.set((current) => ({ ...current, signedOutBecause: 'visitor' }))
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status !== null && [401, 403, 404].includes(error.status)

function clearSession(reason: SignedOutBecause): void {
  markSignedOut(reason)
  accessToken.clear()
}

/** What belongs to one account must not be met by the next one on the same device. */
function markSignedOut(reason: SignedOutBecause): void {
  session.set((current) => ({ ...current, signedIn: false, account: null, signedOutBecause: reason }))
  storage.remove(storageKeys.viewerToken)
  storage.remove(storageKeys.uploadedFiles)
  // Whose session ran out comes back to their models; who leaves takes them along.
  if (reason === 'left') {
    storage.remove(storageKeys.recentCommands)
    void wipeDevice()
  }
}
