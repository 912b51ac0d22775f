interface SessionEndedState {
  readonly sessionEnded: true
}

/** State of the navigation to the sign-in page after a session that the user has not ended. */
export const sessionEnded: SessionEndedState = { sessionEnded: true }

/** Returns whether a page was opened because the session ended. */
export const hasSessionEnded = (state: unknown): boolean =>
  (state as Partial<SessionEndedState> | null)?.sessionEnded === true
