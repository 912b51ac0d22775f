import { createObservable } from '../observable.js'

export interface ShownError {
  readonly message: string
  /** Reference of the error in the server's log. */
  readonly reference: string | null
}

/** Error in the dialog, or null while it is closed. */
export const shownError = createObservable<ShownError | null>(null)

export function showError(message: string, reference: string | null = null): void {
  shownError.set({ message, reference })
}
