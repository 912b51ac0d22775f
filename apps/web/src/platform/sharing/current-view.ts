/** What the viewer shows at the moment, for links that open it. */
export interface CurrentView {
  /** Version that is open. */
  readonly urn: string
  /** Number of that version, if it is not the current one. */
  readonly fileVersion: number | null
  /** Stores it and returns its id; rejects with the server's error. */
  readonly store: () => Promise<string>
}
