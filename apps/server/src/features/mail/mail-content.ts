/** A mail before it has a form: the same words become its text and its HTML. */
export interface MailContent {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly address: string }
  readonly figures?: readonly { readonly label: string; readonly value: string }[]
  /** Small print under the action. */
  readonly notes: readonly string[]
}
